/* Plays a film of Dateline: maps and charts over cycles, painted from whole numbers and rows, so
 * that each value is the simulator's own. The data are chunks (dl-movie-html.c), one after the
 * other: kind, panel, length (4 bytes, little-endian), bytes. */
"use strict";

(() => {
  const at = (id) => document.getElementById(id);
  const film = JSON.parse(at("film").textContent);
  const words = film.words;
  const NONE = -1;
  const NOTHING = 0xffffffff, LAST = 0xfffffffc; /* what is no item: nothing, frame, body, ground */

  /* Reading ----------------------------------------------------------------------------------- */

  async function inflate(text) {
    const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  const newPanel = (spec) => ({
    spec, names: [], itemNames: null, items: [], pixels: null, itemOfLink: null, over: null,
    states: [], pictures: [], frames: [], rows: null, selected: NONE, hovered: NONE,
  });

  const readBox = (view, offset) =>
    [0, 1, 2, 3].map((i) => view.getUint16(offset + 2 * i, true) / film.cellScale);

  const newItem = (box, links) => ({ x: box[0], y: box[1], w: box[2], h: box[3], links });

  function readCells(view) {
    const byPlace = new Map();
    const items = [];
    for (let link = 0; 8 * link < view.byteLength; link++) {
      const box = readBox(view, 8 * link);
      if (box[2] === 0) continue;
      const key = box.join();
      if (!byPlace.has(key)) {
        byPlace.set(key, items.length);
        items.push(newItem(box, []));
      }
      items[byPlace.get(key)].links.push(link);
    }
    return items;
  }

  function readPixels(view) {
    const box = readBox(view, 0);
    const width = view.getUint16(8, true), height = view.getUint16(10, true);
    const labels = new Uint32Array(width * height);
    for (let i = 0, offset = 12; offset < view.byteLength; offset += 6) {
      const n = view.getUint16(offset, true);
      labels.fill(view.getUint32(offset + 2, true), i, i + n);
      i += n;
    }
    return { x: box[0], y: box[1], w: box[2], h: box[3], width, height, labels };
  }

  /* Items of pixels, in the order of their numbers, with the boxes around them. */
  function findItems(panel) {
    const { pixels } = panel;
    const boxes = new Map();
    for (let y = 0, i = 0; y < pixels.height; y++)
      for (let x = 0; x < pixels.width; x++, i++) {
        const label = pixels.labels[i];
        if (label >= LAST) continue;
        const box = boxes.get(label);
        if (box === undefined) boxes.set(label, [x, y, x, y]);
        else {
          box[0] = Math.min(box[0], x);
          box[2] = Math.max(box[2], x);
          box[3] = y;
        }
      }
    const numbers = [...boxes.keys()].sort((a, b) => a - b);
    const index = new Map(numbers.map((number, i) => [number, i]));
    const sx = pixels.w / pixels.width, sy = pixels.h / pixels.height;
    panel.items = numbers.map((number) => {
      const [left, top, right, bottom] = boxes.get(number);
      const item = newItem([pixels.x + left * sx, pixels.y + top * sy, (right - left + 1) * sx,
        (bottom - top + 1) * sy], panel.itemOfLink === null ? [number] : []);
      if (panel.itemNames !== null) item.name = panel.itemNames[number];
      return item;
    });
    if (panel.itemOfLink !== null)
      panel.itemOfLink.forEach((number, link) => {
        if (index.has(number)) panel.items[index.get(number)].links.push(link);
      });
    for (let i = 0; i < pixels.labels.length; i++)
      if (pixels.labels[i] < LAST) pixels.labels[i] = index.get(pixels.labels[i]);
  }

  function readNumbers(view, offset, n) {
    const width = view.getUint8(offset);
    const from = offset + 1;
    const numbers = new Uint32Array(n);
    for (let i = 0; i < n; i++)
      numbers[i] = width === 1 ? view.getUint8(from + i)
        : width === 2 ? view.getUint16(from + 2 * i, true) : view.getUint32(from + 4 * i, true);
    return { numbers, end: from + width * n };
  }

  /* A frame stays packed until it is shown. */
  function readFrame(panel, view, bytes) {
    return {
      cycle: Number(view.getBigUint64(0, true)),
      cycles: Number(view.getBigUint64(8, true)),
      state: panel.states.length - 1,
      over: panel.over,
      rows: panel.rows,
      view: new DataView(bytes.buffer, bytes.byteOffset + 16, bytes.length - 16),
    };
  }

  function readChunk(kind, panel, bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const text = () => new TextDecoder().decode(bytes);
    if (kind === "N") panel.names = text().split("\n");
    else if (kind === "M") panel.itemNames = text().split("\n");
    else if (kind === "R") panel.items = readCells(view);
    else if (kind === "P") panel.pixels = readPixels(view);
    else if (kind === "I")
      panel.itemOfLink = Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i, true));
    else if (kind === "O")
      panel.over = Float64Array.from({ length: bytes.length / 8 }, (_, i) => view.getFloat64(8 * i, true));
    else if (kind === "S") panel.states.push(bytes);
    else if (kind === "L") panel.pictures.push({ light: text() });
    else if (kind === "D") panel.pictures[panel.pictures.length - 1].dark = text();
    else if (kind === "T") panel.rows = JSON.parse(text());
    else if (kind === "F") panel.frames.push(readFrame(panel, view, bytes));
  }

  function read(data) {
    const view = new DataView(data.buffer);
    const all = film.panels.map(newPanel);
    for (let offset = 0; offset < data.length;) {
      const length = view.getUint32(offset + 2, true);
      readChunk(String.fromCharCode(data[offset]), all[data[offset + 1]],
        data.subarray(offset + 6, offset + 6 + length));
      offset += 6 + length;
    }
    for (const panel of all) {
      if (panel.spec.kind !== "map") continue;
      panel.names = all[panel.spec.namesOf].names;
      if (panel.pixels !== null) findItems(panel);
    }
    return all;
  }

  /* Values ------------------------------------------------------------------------------------ */

  /* Each link's value as the simulator has it, NaN without traffic. */
  function valuesOf(panel, frame) {
    if (frame.values !== undefined) return frame.values;
    const { spec } = panel;
    const n = panel.states[0].length;
    const counts = readNumbers(frame.view, 0, n);
    const over = spec.overIsConstant ? frame.over : readNumbers(frame.view, counts.end, n).numbers;
    const state = panel.states[frame.state];
    const values = new Float32Array(n);
    for (let i = 0; i < n; i++)
      values[i] = counts.numbers[i] === 0 || state[i] !== film.up ? NaN
        : (counts.numbers[i] - spec.countBase) / frame.cycles / over[i];
    frame.values = values;
    return values;
  }

  const frameOf = (panel) => panel.frames[now];
  const stateOf = (panel, link) => panel.states[frameOf(panel).state][link];

  /* Of several links at a place the working one with the largest value. */
  function linkOf(panel, item) {
    const { links } = panel.items[item];
    const own = valuesOf(panel, frameOf(panel));
    return links.reduce((best, link) =>
      Number.isNaN(own[best]) || own[link] > own[best] ? link : best, links[0]);
  }

  const isMean = (panel, item) => panel.spec.isMean && panel.itemOfLink !== null;

  /* The mean over working links, of which those without traffic count as 0. */
  function meanOf(panel, item) {
    const own = valuesOf(panel, frameOf(panel));
    let sum = 0, n = 0, busy = false;
    for (const link of panel.items[item].links) {
      if (stateOf(panel, link) !== film.up) continue;
      n++;
      if (Number.isNaN(own[link])) continue;
      sum += own[link];
      busy = true;
    }
    return busy ? Math.fround(sum / n) : NaN;
  }

  const isUp = (panel, item) =>
    panel.items[item].links.some((link) => stateOf(panel, link) === film.up);

  const valueOf = (panel, item) => isMean(panel, item) ? meanOf(panel, item)
    : valuesOf(panel, frameOf(panel))[linkOf(panel, item)];

  /* Words ------------------------------------------------------------------------------------- */

  const fill = (text, ...values) => text.replace(/%s/g, () => values.shift());

  /* As C's printf: of two that are as near, the even one. */
  function decimals(value, digits) {
    const sign = value < 0 ? "−" : "";
    const exact = Math.abs(value).toFixed(80);
    const point = exact.indexOf(".");
    const rest = exact.slice(point + 1 + digits);
    let kept = BigInt(exact.slice(0, point) + exact.slice(point + 1, point + 1 + digits));
    const half = "5".padEnd(rest.length, "0");
    if (rest > half || (rest === half && kept % 2n === 1n)) kept += 1n;
    const text = kept.toString().padStart(digits + 1, "0");
    return sign + (digits === 0 ? text : text.slice(0, -digits) + "." + text.slice(-digits));
  }

  function valueText(spec, value) {
    if (Number.isNaN(value)) return words.noTraffic;
    const number = spec.form === "share" ? fill(words.share, decimals(100 * value, 1))
      : decimals(value, { mean: 2, ratio: 4, count: 0 }[spec.form]);
    return spec.unit ? number + " " + spec.unit : number;
  }

  const number = (value) => value.toLocaleString(document.documentElement.lang || undefined);
  const cycleText = (cycle) => fill(words.cycle, number(cycle));

  const itemValueText = (panel, item) => isUp(panel, item)
    ? valueText(panel.spec, valueOf(panel, item)) : words.broken;

  function itemName(panel, item) {
    const { links, name } = panel.items[item];
    if (panel.itemOfLink === null || links.length < 2) return panel.names[linkOf(panel, item)];
    return isMean(panel, item)
      ? fill(words.mean, name ?? panel.names[links[0]], links.length)
      : fill(words.largest, panel.names[linkOf(panel, item)], links.length);
  }

  /* The other line's panel of the same map. */
  const twinOf = (panel) => panels.find((other) => other !== panel && other.spec.kind === "map"
    && panel.spec.kind === "map" && other.spec.namesOf === panel.spec.namesOf
    && other.spec.line !== panel.spec.line && other.spec.metric === panel.spec.metric);

  function itemText(panel, item) {
    const twin = twinOf(panel);
    const name = itemName(panel, item) + ": ";
    if (twin === undefined || twin.items.length !== panel.items.length)
      return name + itemValueText(panel, item);
    const [a, b] = panel.spec.line < twin.spec.line ? [panel, twin] : [twin, panel];
    const values = [a, b].map((it) => isUp(it, item) ? valueOf(it, item) : NaN);
    const [x, y] = values.map((value) => Number.isNaN(value) ? 0 : value);
    return name + fill(words.both, itemValueText(a, item), itemValueText(b, item),
      valueText(panel.spec, x - y));
  }

  /* What is shown ----------------------------------------------------------------------------- */

  let panels = [], now = 0, playing = null, dark = false, printing = false;

  const isDark = () => dark && !printing;
  const nFrames = () => panels[0].frames.length;
  const hex = (rgb) => "#" + rgb.toString(16).padStart(6, "0");
  const bytesOf = (rgb) => 0xff000000 | (rgb & 255) << 16 | (rgb & 0xff00) | rgb >> 16;

  function sizeCanvas(panel) {
    const { canvas, spec } = panel;
    const pixels = window.devicePixelRatio || 1;
    canvas.width = Math.max(1, Math.round(canvas.clientWidth * pixels));
    canvas.height = Math.max(1, Math.round(canvas.width * spec.height / spec.width));
  }

  /* Maps -------------------------------------------------------------------------------------- */

  function labelCells(panel, labels, scale) {
    const { width, height } = panel.canvas;
    panel.items.forEach((cell, i) => {
      const left = Math.round(cell.x * scale), top = Math.round(cell.y * scale);
      const right = Math.max(left + 1, Math.round((cell.x + cell.w) * scale));
      const bottom = Math.max(top + 1, Math.round((cell.y + cell.h) * scale));
      for (let y = top; y < Math.min(bottom, height); y++)
        labels.fill(i, y * width + left, y * width + Math.min(right, width));
    });
  }

  function labelPixels(panel, labels, scale) {
    const { pixels } = panel;
    const { width, height } = panel.canvas;
    const left = Math.round(pixels.x * scale), top = Math.round(pixels.y * scale);
    const right = Math.min(width, Math.round((pixels.x + pixels.w) * scale));
    const bottom = Math.min(height, Math.round((pixels.y + pixels.h) * scale));
    for (let y = top; y < bottom; y++) {
      const from = Math.floor((y + 0.5 - top) / (bottom - top) * pixels.height) * pixels.width;
      for (let x = left; x < right; x++) {
        const label = pixels.labels[from + Math.floor((x + 0.5 - left) / (right - left) * pixels.width)];
        labels[y * width + x] = label >= LAST ? label - NOTHING + NONE : label;
      }
    }
  }

  function layOutMap(panel) {
    const { canvas } = panel;
    sizeCanvas(panel);
    panel.labels = new Int32Array(canvas.width * canvas.height).fill(NONE);
    (panel.pixels !== null ? labelPixels : labelCells)(panel, panel.labels, canvas.width / panel.spec.width);
    panel.image = panel.paint.createImageData(canvas.width, canvas.height);
  }

  /* The same step as dl_scale_rgb. */
  function stepOf(spec, value) {
    const step = (value - spec.scale.min) / (spec.scale.max - spec.scale.min) * 255 + 0.5;
    return !(step > 0) ? 0 : step >= 256 ? 255 : Math.floor(step);
  }

  function drawMap(panel) {
    const { canvas, labels, spec } = panel;
    const theme = isDark() ? spec.dark : spec.light;
    const pixels = new Int32Array(panel.image.data.buffer);
    const ground = bytesOf(theme.ground), apart = theme.apart.map(bytesOf), idle = theme.idle.map(bytesOf);
    const colors = panel.items.map((_, i) => {
      if (!isUp(panel, i)) return ground;
      const value = valueOf(panel, i);
      return Number.isNaN(value) ? null : bytesOf(theme.scale[stepOf(spec, value)]);
    });
    const stroke = Math.max(1, Math.round(window.devicePixelRatio || 1));
    for (let y = 0, i = 0; y < canvas.height; y++)
      for (let x = 0; x < canvas.width; x++, i++) {
        const label = labels[i];
        pixels[i] = label === NONE ? ground : label < NONE ? apart[NONE - 1 - label]
          : colors[label] ?? idle[Math.floor((x + y) / stroke) % 5 === 0 ? 1 : 0];
      }
    panel.paint.putImageData(panel.image, 0, 0);
    if (panel.selected !== NONE) outline(panel, panel.items[panel.selected], theme);
  }

  function outline(panel, cell, theme) {
    const { paint } = panel;
    const scale = panel.canvas.width / panel.spec.width;
    const wide = Math.max(2, 2 * (window.devicePixelRatio || 1));
    for (const [color, grow] of [[theme.ground, 2 * wide], [theme.accent, wide]]) {
      paint.strokeStyle = hex(color);
      paint.lineWidth = wide;
      paint.strokeRect(cell.x * scale - grow / 2, cell.y * scale - grow / 2,
        cell.w * scale + grow, cell.h * scale + grow);
    }
  }

  const addresses = new Map();

  /* Axes, marks and legend, which lie over the cells. */
  function showPicture(panel) {
    const picture = panel.pictures[frameOf(panel).state][isDark() ? "dark" : "light"];
    if (!addresses.has(picture))
      addresses.set(picture, URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" })));
    const address = addresses.get(picture);
    if (panel.over.getAttribute("src") !== address) panel.over.src = address;
  }

  function hitMap(panel, x, y) {
    const { canvas, labels } = panel;
    return x < 0 || y < 0 || x >= canvas.width || y >= canvas.height ? NONE
      : Math.max(NONE, labels[y * canvas.width + x]);
  }

  /* The nearest item in a direction, those beside it first. */
  function neighbor(panel, item, dx, dy) {
    if (item === NONE) return 0;
    const own = panel.items[item];
    const x = own.x + own.w / 2, y = own.y + own.h / 2;
    let best = item, least = Infinity;
    panel.items.forEach((other, i) => {
      const right = other.x + other.w / 2 - x, down = other.y + other.h / 2 - y;
      const along = dx * right + dy * down, across = Math.abs(dx * down) + Math.abs(dy * right);
      if (along > 0.01 && along + 8 * across < least) {
        least = along + 8 * across;
        best = i;
      }
    });
    return best;
  }

  /* Charts ------------------------------------------------------------------------------------ */

  const AT = 0, TO = 1, KIND = 2, VALUES = 3;

  const seriesOf = (spec) => spec.columns.map((_, i) => i).slice(VALUES, spec.apart ? -1 : undefined);

  /* Rows that are drawn, not marks over them. */
  const barsOf = (rows) => rows.filter((row) => row[KIND] === rows[0][KIND]);

  /* What all frames of all charts of this figure need, so that axes stay and A and B compare. */
  function extentOf(spec) {
    const extent = { low: Infinity, high: -Infinity, most: 0, least: 1, apart: 0 };
    const seen = new Set();
    for (const panel of panels)
      for (const { rows } of panel.spec.figure === spec.figure ? panel.frames : []) {
        if (seen.has(rows) || rows.length === 0) continue;
        seen.add(rows);
        for (const row of barsOf(rows)) {
          if (typeof row[AT] === "number") {
            extent.low = Math.min(extent.low, row[AT]);
            extent.high = Math.max(extent.high, row[TO] ?? row[AT] + 1);
          }
          for (const i of seriesOf(spec)) {
            extent.most = Math.max(extent.most, row[i] ?? 0);
            if (row[i] > 0) extent.least = Math.min(extent.least, row[i]);
          }
          if (spec.apart) extent.apart = Math.max(extent.apart, row[row.length - 1] ?? 0);
        }
      }
    return extent;
  }

  /* A step of 1, 2 or 5, of which there are at most so many. */
  function niceStep(most, n) {
    const power = 10 ** Math.floor(Math.log10(Math.max(most, 1e-12) / n));
    return power * [1, 2, 5, 10].find((step) => most / (power * step) <= n + 1e-9);
  }

  function yAxis(spec, most, least) {
    if (spec.decades) {
      const decades = Math.min(8, Math.max(1, Math.ceil(-Math.log10(least))));
      return {
        ticks: Array.from({ length: decades + 1 }, (_, i) => [10 ** -i, i === 0 ? "1" : "10" + [..."" + -i].map((c) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[c] ?? "⁻").join("")]),
        share: (value) => value > 0 ? Math.max(0, 1 + Math.log10(value) / decades) : 0,
      };
    }
    const step = niceStep(most || 1, 5), top = Math.ceil((most || 1) / step - 1e-9) * step;
    return {
      ticks: Array.from({ length: Math.round(top / step) + 1 }, (_, i) => [i * step, Number((i * step).toPrecision(6)).toString()]),
      share: (value) => value / top,
    };
  }

  /* Where things are, in CSS pixels. */
  function layOutChart(panel) {
    const { spec, canvas } = panel;
    sizeCanvas(panel);
    const width = canvas.clientWidth, height = width * spec.height / spec.width;
    const extent = panel.extent ??= extentOf(spec);
    const left = 64, right = width - 12, head = 52, foot = 40;
    const names = frameOf(panel).rows.length > 0 && typeof frameOf(panel).rows[0][AT] !== "number";
    const main = spec.apart ? (height - head - foot) * 0.6 - 24 : height - head - foot;
    const areas = [{ top: head, height: Math.max(10, main), axis: yAxis(spec, extent.most, extent.least), series: seriesOf(spec) }];
    if (spec.apart)
      areas.push({
        top: head + main + 48, height: Math.max(10, height - foot - head - main - 48),
        axis: yAxis({ decades: false }, extent.apart), series: [spec.columns.length - 1],
      });
    panel.chart = {
      width, height, left, right, areas, names,
      x: (value) => left + (value - extent.low) / (extent.high - extent.low || 1) * (right - left),
    };
  }

  function spanOf(panel, rows, i) {
    const { chart } = panel;
    const row = rows[i];
    if (!chart.names) return [chart.x(row[AT]), chart.x(row[TO] ?? row[AT] + 1)];
    const wide = (chart.right - chart.left) / rows.length;
    return [chart.left + i * wide + wide * 0.1, chart.left + (i + 1) * wide - wide * 0.1];
  }

  function drawAxes(panel, theme) {
    const { chart, paint, spec } = panel;
    paint.font = "12px Cantarell, system-ui, sans-serif";
    paint.textBaseline = "middle";
    paint.textAlign = "right";
    for (const area of chart.areas)
      for (const [value, text] of area.axis.ticks) {
        const y = Math.round(area.top + area.height * (1 - area.axis.share(value))) + 0.5;
        paint.strokeStyle = hex(theme.grid);
        paint.beginPath();
        paint.moveTo(chart.left, y);
        paint.lineTo(chart.right, y);
        paint.stroke();
        paint.fillStyle = hex(theme.text);
        paint.fillText(text, chart.left - 6, y);
      }
    if (!chart.names) {
      const { low, high } = panel.extent;
      const step = niceStep(high - low || 1, Math.max(2, Math.floor((chart.right - chart.left) / 90)));
      paint.textAlign = "center";
      for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
        const text = number(value);
        const x = Math.min(chart.x(value), chart.width - paint.measureText(text).width / 2 - 1);
        paint.fillText(text, x, chart.height - 28);
      }
    }
    paint.textAlign = "center";
    paint.fillText(spec.columns[AT], (chart.left + chart.right) / 2, chart.height - 10);
  }

  function drawHeads(panel, theme) {
    const { chart, paint, spec } = panel;
    paint.textBaseline = "middle";
    paint.textAlign = "left";
    paint.fillStyle = hex(theme.text);
    paint.font = "bold 14px Cantarell, system-ui, sans-serif";
    paint.fillText(spec.title, 8, 14);
    paint.font = "12px Cantarell, system-ui, sans-serif";
    for (const area of chart.areas) {
      let x = chart.left;
      for (const i of area.series) {
        paint.fillStyle = hex(theme.series[i - VALUES]);
        paint.fillRect(x, area.top - 18, 12, 8);
        paint.fillStyle = hex(theme.text);
        paint.fillText(spec.columns[i], x + 18, area.top - 14, Math.max(1, chart.width - x - 20));
        x += paint.measureText(spec.columns[i]).width + 36;
      }
    }
  }

  function drawBars(panel, area, rows, theme) {
    const { paint } = panel;
    rows.forEach((row, i) => {
      const [from, to] = spanOf(panel, rows, i);
      const wide = (to - from) / area.series.length;
      area.series.forEach((column, k) => {
        const high = area.height * area.axis.share(row[column] ?? 0);
        paint.fillStyle = hex(theme.series[column - VALUES]);
        paint.fillRect(from + k * wide, area.top + area.height - high, Math.max(1, wide - 1), high);
      });
    });
  }

  function drawLines(panel, area, rows, theme) {
    const { paint } = panel;
    for (const column of area.series) {
      paint.strokeStyle = hex(theme.series[column - VALUES]);
      paint.lineWidth = 1.5;
      paint.setLineDash(column === area.series[0] && area.series.length > 1 ? [4, 3] : []);
      paint.beginPath();
      let on = false;
      rows.forEach((row, i) => {
        if (row[column] === null) {
          on = false;
          return;
        }
        const [from, to] = spanOf(panel, rows, i);
        const y = area.top + area.height * (1 - area.axis.share(row[column]));
        if (on) paint.lineTo((from + to) / 2, y);
        else paint.moveTo((from + to) / 2, y);
        on = true;
      });
      paint.stroke();
      paint.setLineDash([]);
    }
  }

  function drawMarks(panel, rows, theme) {
    const { paint, chart } = panel;
    const [area] = chart.areas;
    const marks = rows.filter((row) => row[KIND] !== rows[0][KIND] && row[AT] !== null);
    marks.forEach((row, i) => {
      const x = Math.min(chart.right, chart.x(row[AT]));
      paint.strokeStyle = paint.fillStyle = hex(theme.text);
      paint.setLineDash([5, 3]);
      paint.beginPath();
      paint.moveTo(x, area.top);
      paint.lineTo(x, area.top + area.height);
      paint.stroke();
      paint.setLineDash([]);
      paint.textAlign = x > (chart.left + chart.right) / 2 ? "right" : "left";
      paint.fillText(row[KIND] + " " + number(row[AT]), x + (paint.textAlign === "right" ? -4 : 4), area.top + 8 + 14 * i);
    });
  }

  function drawBand(panel, from, to, color, alpha) {
    const { paint, chart } = panel;
    const last = chart.areas[chart.areas.length - 1];
    paint.globalAlpha = alpha;
    paint.fillStyle = hex(color);
    paint.fillRect(from, chart.areas[0].top, Math.max(2, to - from), last.top + last.height - chart.areas[0].top);
    paint.globalAlpha = 1;
  }

  function drawNames(panel, rows, theme) {
    const { paint, chart } = panel;
    paint.textAlign = "center";
    paint.fillStyle = hex(theme.text);
    rows.forEach((row, i) => {
      const [from, to] = spanOf(panel, rows, i);
      paint.fillText(row[AT], (from + to) / 2, chart.height - 28);
    });
  }

  function drawChart(panel) {
    const { spec, paint, chart } = panel;
    const theme = spec.colors[isDark() ? 1 : 0];
    const { rows, cycle, cycles } = frameOf(panel);
    const pixels = window.devicePixelRatio || 1;
    paint.setTransform(pixels, 0, 0, pixels, 0, 0);
    paint.fillStyle = hex(theme.ground);
    paint.fillRect(0, 0, chart.width, chart.height);
    paint.lineWidth = 1;
    drawAxes(panel, theme);
    drawHeads(panel, theme);
    if (rows.length === 0) return;
    const bars = barsOf(rows);
    if (spec.overTime) drawBand(panel, chart.x(cycle - cycles), chart.x(cycle), theme.accent, 0.35);
    for (const area of chart.areas) (spec.overTime ? drawLines : drawBars)(panel, area, bars, theme);
    drawMarks(panel, rows, theme);
    if (chart.names) drawNames(panel, bars, theme);
    if (panel.selected !== NONE && panel.selected < bars.length)
      drawBand(panel, ...spanOf(panel, bars, panel.selected), theme.accent, 0.25);
  }

  function hitChart(panel, x) {
    const rows = frameOf(panel).rows;
    const own = x / (window.devicePixelRatio || 1);
    return rows.length === 0 ? NONE : barsOf(rows).findIndex((_, i, bars) => {
      const [from, to] = spanOf(panel, bars, i);
      return own >= from && own < to;
    });
  }

  function rowText(panel, i) {
    const { spec } = panel;
    const rows = frameOf(panel).rows;
    const row = rows.length > 0 ? barsOf(rows)[i] : undefined;
    if (row === undefined) return words.noValue;
    const where = typeof row[AT] !== "number" ? row[AT]
      : spec.columns[AT] + " " + number(row[AT]) + (row[TO] !== null ? " – " + number(row[TO]) : "");
    return where + ": " + spec.columns.slice(VALUES).map((title, k) =>
      title + " " + (row[VALUES + k] === null ? words.noValue : String(row[VALUES + k]))).join(", ");
  }

  function stepRow(panel, i, dx) {
    const n = frameOf(panel).rows.length > 0 ? barsOf(frameOf(panel).rows).length : 0;
    return n === 0 ? NONE : i === NONE ? (dx < 0 ? n - 1 : 0) : Math.min(Math.max(i + dx, 0), n - 1);
  }

  const kinds = {
    map: {
      layOut: layOutMap, draw: (panel) => { showPicture(panel); drawMap(panel); }, hit: hitMap,
      text: itemText, step: neighbor, label: () => words.map,
    },
    chart: {
      layOut: layOutChart, draw: drawChart, hit: hitChart, text: rowText, step: stepRow,
      label: (panel) => panel.spec.title + ". " + words.chart,
    },
  };

  /* All panels -------------------------------------------------------------------------------- */

  function layOut() {
    for (const panel of panels) {
      panel.kind.layOut(panel);
      panel.kind.draw(panel);
    }
  }

  const draw = () => panels.forEach((panel) => panel.kind.draw(panel));

  const shownIn = (panel) => panel.hovered !== NONE ? panel.hovered : panel.selected;

  function showCell() {
    const panel = panels.find((it) => it.hovered !== NONE) ?? panels.find((it) => it === active && it.selected !== NONE)
      ?? panels.find((it) => it.selected !== NONE);
    at("cell").textContent = panel === undefined ? "\u00a0" : panel.kind.text(panel, shownIn(panel));
  }

  /* The links that carry most; while it plays they would only flicker. */
  function showMost() {
    const maps = panels.filter((panel) => panel.spec.kind === "map" && panel.spec.namesOf === panels.find((it) => it.spec.kind === "map").spec.namesOf);
    const body = at("most").tBodies[0];
    at("most").hidden = maps.length === 0;
    if (maps.length === 0) return;
    const all = maps.map((panel) => valuesOf(panel, frameOf(panel)));
    const own = all[0];
    const order = [...own.keys()].filter((link) => !Number.isNaN(own[link]))
      .sort((a, b) => own[b] - own[a] || a - b).slice(0, 10);
    at("most").caption.textContent = fill(words.most, cycleText(frameOf(maps[0]).cycle));
    body.replaceChildren(...order.map((link) => {
      const row = document.createElement("tr");
      for (const text of [maps[0].names[link], ...maps.map((panel, i) => valueText(panel.spec, all[i][link]))]) {
        const cell = document.createElement("td");
        cell.textContent = text;
        row.append(cell);
      }
      return row;
    }));
  }

  function show(wanted, quiet) {
    for (const panel of panels)
      if (wanted !== now && panel.frames[now] !== undefined) delete panel.frames[now].values;
    now = Math.min(Math.max(wanted, 0), nFrames() - 1);
    const text = cycleText(panels[0].frames[now].cycle);
    at("slider").value = now;
    at("slider").setAttribute("aria-valuetext", text);
    at("cycle").textContent = text;
    at("first").disabled = at("back").disabled = now === 0;
    at("last").disabled = at("next").disabled = now === nFrames() - 1;
    draw();
    showCell();
    if (playing === null) {
      showMost();
      const panel = active !== null && active.selected !== NONE ? active : undefined;
      if (!quiet) say(panel !== undefined ? text + ". " + panel.kind.text(panel, panel.selected) : text);
    }
  }

  const say = (text) => { at("live").textContent = text; };

  /* Playing ------------------------------------------------------------------------------------ */

  /* Fonts do not agree on which of these signs they have. */
  const icons = {
    first: "M3 4h2v16H3zM13 4v16l-7-8zM21 4v16l-7-8z",
    back: "M6 4h2v16H6zM18 4v16l-9-8z",
    play: "M6 4v16l14-8z",
    pause: "M6 4h4v16H6zM14 4h4v16h-4z",
    next: "M16 4h2v16h-2zM6 4v16l9-8z",
    last: "M19 4h2v16h-2zM3 4v16l7-8zM11 4v16l7-8z",
  };

  function icon(name) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    for (const [key, value] of [["viewBox", "0 0 24 24"], ["width", "20"], ["height", "20"], ["aria-hidden", "true"]])
      svg.setAttribute(key, value);
    path.setAttribute("d", icons[name]);
    path.setAttribute("fill", "currentColor");
    svg.append(path);
    return svg;
  }

  function label(id, sign, text, key) {
    at(id).replaceChildren(icon(sign));
    at(id).setAttribute("aria-label", text);
    at(id).title = key ? text + " (" + key + ")" : text;
  }

  function pause() {
    if (playing === null) return;
    cancelAnimationFrame(playing);
    playing = null;
    label("play", "play", words.play, words.space);
    document.body.dataset.playing = "no";
    show(now);
  }

  function play() {
    if (playing !== null) return;
    if (now === nFrames() - 1) show(0, true);
    label("play", "pause", words.pause, words.space);
    document.body.dataset.playing = "yes";
    const speed = () => film.fps * Number(at("speed").value);
    let since = performance.now(), from = now, rate = speed();
    const tick = (time) => {
      if (speed() !== rate) {
        from = now;
        since = time;
        rate = speed();
      }
      const wanted = from + Math.floor(Math.max(0, time - since) / 1000 * rate);
      if (wanted > now) show(wanted, true);
      if (now >= nFrames() - 1) pause();
      else playing = requestAnimationFrame(tick);
    };
    playing = requestAnimationFrame(tick);
  }

  const toggle = () => playing === null ? play() : pause();

  function go(wanted) {
    pause();
    show(wanted);
  }

  function changeSpeed(by) {
    const list = at("speed");
    list.selectedIndex = Math.min(Math.max(list.selectedIndex + by, 0), list.options.length - 1);
    say(list.options[list.selectedIndex].textContent);
  }

  /* Pointer and keys --------------------------------------------------------------------------- */

  let active = null; /* the panel that was chosen in last */

  function hitAt(panel, event) {
    const box = panel.canvas.getBoundingClientRect();
    return panel.kind.hit(panel, Math.floor((event.clientX - box.left) / box.width * panel.canvas.width),
      Math.floor((event.clientY - box.top) / box.height * panel.canvas.height));
  }

  function hover(panel, event) {
    const { tip } = panel;
    panel.hovered = event === null ? NONE : hitAt(panel, event);
    tip.hidden = panel.hovered === NONE;
    if (panel.hovered !== NONE) {
      const box = panel.canvas.getBoundingClientRect();
      tip.textContent = panel.kind.text(panel, panel.hovered);
      tip.style.left = Math.max(0, Math.min(event.clientX - box.left + 14, box.width - tip.offsetWidth)) + "px";
      tip.style.top = event.clientY - box.top + 18 + "px";
    }
    showCell();
  }

  /* The same place of the other line is chosen, too. */
  function select(panel, item) {
    const twin = twinOf(panel);
    active = panel;
    panel.selected = item;
    if (twin !== undefined && twin.items.length === panel.items.length) twin.selected = item;
    draw();
    showCell();
    if (item !== NONE) say(panel.kind.text(panel, item));
  }

  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const keys = {
    " ": toggle, k: toggle,
    ",": () => go(now - 1), ".": () => go(now + 1),
    Home: () => go(0), End: () => go(nFrames() - 1),
    "-": () => changeSpeed(-1), "+": () => changeSpeed(1), "=": () => changeSpeed(1),
  };

  function onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const where = event.target;
    const panel = panels.find((it) => it.canvas === where);
    const arrow = arrows[event.key];
    if (panel !== undefined && arrow) select(panel, panel.kind.step(panel, panel.selected, ...arrow));
    else if (panel !== undefined && event.key === "Escape") select(panel, NONE);
    else if (where.tagName === "SELECT" || (where.tagName === "BUTTON" && event.key === " ")) return;
    else if (keys[event.key]) keys[event.key]();
    else return;
    event.preventDefault();
  }

  /* Beginning ---------------------------------------------------------------------------------- */

  function addSpeeds() {
    for (const speed of [0.1, 0.25, 0.5, 1, 2, 4]) {
      const option = new Option(speed + " ×", speed, speed === 1, speed === 1);
      at("speed").add(option);
    }
    at("speed-label").textContent = words.speed;
  }

  /* The frame that is first to show an edit. */
  const frameAfter = (cycle) => {
    const found = panels[0].frames.findIndex((it) => it.cycle > cycle);
    return found < 0 ? nFrames() - 1 : found;
  };

  function addEdit(edit, prefix, from, all) {
    const item = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    button.textContent = prefix + cycleText(edit.cycle) + (edit.label ? ": " + edit.label : "");
    button.addEventListener("click", () => go(frameAfter(edit.cycle)));
    item.append(button);
    at("edits").append(item);
    const mark = document.createElement("i");
    mark.style.left = 100 * (edit.cycle - from) / Math.max(1, all) + "%";
    if (edit.cycle >= from) at("marks").append(mark);
  }

  function addEdits() {
    const { frames } = panels[0];
    const from = frames[0].cycle, all = frames[frames.length - 1].cycle - from;
    film.lines.forEach((line, i) => {
      for (const edit of line.edits) addEdit(edit, film.lines.length > 1 ? "AB"[i] + ", " : "", from, all);
    });
    at("edits").setAttribute("aria-label", words.edits);
  }

  function addWords() {
    label("first", "first", words.first, "Home");
    label("back", "back", words.back, ",");
    label("play", "play", words.play, words.space);
    label("next", "next", words.next, ".");
    label("last", "last", words.last, "End");
    at("controls").setAttribute("aria-label", words.controls);
    at("slider").setAttribute("aria-label", words.slider);
    at("summary").textContent = film.summary;
    at("keys").textContent = words.keys;
    const maps = panels.filter((panel) => panel.spec.kind === "map");
    const titles = maps.length > 0
      ? [words.link, ...maps.filter((it) => it.spec.namesOf === maps[0].spec.namesOf).map((it) => maps.length > 1 && film.lines.length > 1
        ? "AB"[it.spec.line] + ": " + it.spec.metric : it.spec.metric)] : [];
    at("most").tHead.rows[0].replaceChildren(...titles.map((title) => {
      const head = document.createElement("th");
      head.scope = "col";
      head.textContent = title;
      return head;
    }));
  }

  /* The elements of a panel; the first one's have names. */
  function addPanel(panel, i) {
    const box = document.createElement("div");
    const make = (tag, name, parts) => {
      const element = Object.assign(document.createElement(tag), { className: name, ...parts });
      if (i === 0) element.id = { canvas: "map", img: "over", div: "tip" }[tag];
      box.append(element);
      return element;
    };
    box.className = "panel";
    panel.kind = kinds[panel.spec.kind];
    panel.canvas = make("canvas", "picture", { tabIndex: 0 });
    panel.canvas.setAttribute("role", "application");
    panel.canvas.setAttribute("aria-label", panel.kind.label(panel));
    panel.canvas.setAttribute("aria-describedby", "keys");
    panel.canvas.style.aspectRatio = panel.spec.width + " / " + panel.spec.height;
    panel.paint = panel.canvas.getContext("2d", { alpha: false });
    if (panel.spec.kind === "map") panel.over = make("img", "over", { alt: "" });
    panel.tip = make("div", "tip", { hidden: true });
    panel.canvas.addEventListener("pointermove", (event) => hover(panel, event));
    panel.canvas.addEventListener("pointerleave", () => hover(panel, null));
    panel.canvas.addEventListener("click", (event) => select(panel, hitAt(panel, event)));
    at("panels").append(box);
  }

  function listen() {
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    const recolor = () => {
      dark = scheme.matches;
      draw();
    };
    scheme.addEventListener("change", recolor);
    window.addEventListener("beforeprint", () => { printing = true; recolor(); });
    window.addEventListener("afterprint", () => { printing = false; recolor(); });
    new ResizeObserver(layOut).observe(at("panels"));
    at("slider").addEventListener("input", () => go(Number(at("slider").value)));
    at("first").addEventListener("click", () => go(0));
    at("back").addEventListener("click", () => go(now - 1));
    at("play").addEventListener("click", toggle);
    at("next").addEventListener("click", () => go(now + 1));
    at("last").addEventListener("click", () => go(nFrames() - 1));
    document.addEventListener("keydown", onKey);
    dark = scheme.matches;
  }

  async function begin() {
    panels = read(await inflate(at("values").textContent.trim()));
    at("slider").max = nFrames() - 1;
    at("panels").style.setProperty("--columns", film.columns);
    panels.forEach(addPanel);
    addWords();
    addSpeeds();
    addEdits();
    listen();
    layOut();
    show(0, true);
    document.body.dataset.playing = "no";
    /* For whoever reads values by a script: a page's test does. */
    window.dateline = {
      film,
      frames: panels[0].frames.map((it) => it.cycle),
      go,
      values: (wanted, panel = 0) => Array.from(valuesOf(panels[panel], panels[panel].frames[wanted])),
      name: (link) => panels[0].names[link],
      cells: panels[0].items,
      panels,
      text: (item, panel = 0) => panels[panel].kind.text(panels[panel], item),
    };
  }

  begin().catch((error) => {
    at("problem").hidden = false;
    at("problem").textContent = typeof DecompressionStream === "undefined"
      ? words.oldBrowser : fill(words.damaged, error.message);
  });
})();
