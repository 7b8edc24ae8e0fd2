# Completion of dateline-cli for fish. What there is to say is asked of the program itself.

function __dateline_cli
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] complete -- $words[2..-1] 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end

complete -c dateline-cli -f -a '(__dateline_cli)'
