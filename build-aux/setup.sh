# shellcheck shell=bash disable=SC2034
# Sourced by run, test and deb: what a fresh Debian 12 or 13 machine needs before it can build.

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)

# The fonts are those of the manual's pictures.
build_packages=(
  gcc libc6-dev pkg-config meson ninja-build gettext
  libgtk-4-dev libgtk-4-bin libglib2.0-dev libglib2.0-dev-bin libsqlite3-dev libjson-glib-dev
  libcairo2-dev libpango1.0-dev libpng-dev libgif-dev libwebp-dev libcmark-dev zlib1g-dev
  libxml2-utils libgirepository1.0-dev python3-gi
  fonts-cantarell fonts-dejavu-core
)
# Of these valac and gi-docgen are for the build of the packages, the others for dealing with it.
deb_packages=(git dpkg-dev debhelper dh-python lintian valac gi-docgen)

# Does apt have it?
offered () { [ -n "$(apt-cache madison "$1" 2>/dev/null)" ]; }

# need PACKAGE...: install those that are missing. One with a ? at its end is left out where the
# release does not have it.
need ()
{
  local package missing=() wanted=() sudo=()
  if ! command -v dpkg-query >/dev/null; then
    echo "Not a Debian system; assuming that the counterparts of these are there: $*" >&2
    return 0
  fi
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "${package%\?}" 2>/dev/null)" = installed ] \
      && continue
    # Without lists apt has nothing yet, not even what is always there.
    [ "${package%\?}" != "$package" ] && offered dpkg && ! offered "${package%\?}" && continue
    missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "Please install as root: apt-get install ${missing[*]%\?}" >&2
      return 1
    fi
    sudo=(sudo)
  fi
  echo "Installing ${missing[*]%\?}" >&2
  local apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300)
  "${apt[@]}" update >&2 </dev/null || echo "apt-get update failed; trying with the lists there are" >&2
  for package in "${missing[@]}"; do
    [ "${package%\?}" != "$package" ] && ! offered "${package%\?}" || wanted+=("${package%\?}")
  done
  [ ${#wanted[@]} -eq 0 ] \
    || "${apt[@]}" install --no-install-recommends "${wanted[@]}" >&2 </dev/null
}

# The linker of choice where there is one: it takes a tenth of the time, and tests are 300 programs.
if command -v mold >/dev/null; then
  export CC_LD=${CC_LD:-mold}
fi

# Where there is ccache, another clone does not compile again what this machine has compiled: paths
# below the root are of no account, and it takes the compiler's list of headers, precompiled ones
# included, rather than a pass of the preprocessor. meson finds it by itself where no compiler is named.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime

# by_cache COMPILER: the command of that compiler.
by_cache ()
{
  ! command -v ccache >/dev/null || printf 'ccache '
  echo "$1"
}

# build DIRECTORY [TARGET...] -- [MESON OPTION...]: configure once, then compile.
build ()
{
  local dir=$root/$1 targets=()
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    targets+=("$1")
    shift
  done
  [ $# -eq 0 ] || shift
  if [ ! -f "$dir/build.ninja" ]; then
    # A configuration that failed half-way leaves a directory that cannot be configured again.
    rm -rf "$dir"
    meson setup "$dir" "$root" "$@" || return
  fi
  ninja -k 0 -C "$dir" "${targets[@]}"
}
