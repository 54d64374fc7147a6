"""The frame of the page: style for light and dark, and the script that lets a table be filtered."""

from __future__ import annotations

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #fdfdfb; --ink: #1c2430; --soft: #5b6675; --line: #d7dce2; --panel: #f3f5f3; --accent: #0b6b61;
  --chart-1: #0b7a6f; --chart-2: #b5541c; --chart-3: #4a5fc1; --chart-4: #8a3d7a; --chart-5: #5d6b1f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14181d; --ink: #e6eaee; --soft: #a3afbb; --line: #343c46; --panel: #1c2229; --accent: #5fd0c2;
    --chart-1: #4fc4b6; --chart-2: #f0985f; --chart-3: #93a5ff; --chart-4: #d994c9; --chart-5: #b9c96a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
}
a { color: var(--accent); }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--panel); padding: .5rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.35rem; margin: 2.5rem 0 .75rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
h3 { font-size: 1.05rem; margin: 0 0 .5rem; }
section > h3 { margin-top: 1.75rem; }
.soft { color: var(--soft); }
.counts { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0; padding: 0; }
.counts div { background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .9rem; }
.counts dt { color: var(--soft); font-size: .85rem; }
.counts dd { margin: 0; font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1rem; }
figure { margin: 0; background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; }
figure svg { width: 100%; height: auto; display: block; }
figure svg .guide.line, figure svg .axis .major.line { stroke: var(--line) !important; stroke-dasharray: none; }
figure.wide { margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
caption { text-align: left; color: var(--soft); padding: .4rem .6rem; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th, td { overflow-wrap: break-word; }
thead th { position: sticky; top: 0; background: var(--paper); }
td.number { text-align: right; font-variant-numeric: tabular-nums; width: 5rem; }
td.bar { width: 45%; }
td.bar span { display: block; height: .8rem; margin-top: .3rem; background: var(--chart-1); border-radius: .2rem; }
.scroll { overflow: auto; max-height: 34rem; border: 1px solid var(--line); border-radius: .5rem; }
.filter { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: .75rem 0; }
.filter label { display: grid; gap: .2rem; font-size: .85rem; color: var(--soft); }
.filter input, .filter select {
  font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--soft); border-radius: .3rem;
  padding: .35rem .5rem;
}
details summary { cursor: pointer; color: var(--soft); padding: .25rem 0; }
@media print { .filter, .skip { display: none; } .scroll { max-height: none; overflow: visible; } }
"""

SCRIPT = """
document.querySelectorAll("table[data-filter]").forEach(function (table, number) {
  var rows = Array.from(table.tBodies[0].rows);
  var texts = rows.map(function (row) { return row.textContent.toLowerCase(); });
  var statuses = Array.from(new Set(rows.map(function (row) { return row.cells[1].textContent; }))).sort();
  var bar = document.createElement("form");
  bar.className = "filter";
  bar.setAttribute("role", "search");
  bar.addEventListener("submit", function (event) { event.preventDefault(); });
  function control(kind, name) {
    var label = document.createElement("label"), field = document.createElement(kind);
    field.id = "filter-" + name + "-" + number;
    label.htmlFor = field.id;
    label.append(name, field);
    bar.append(label);
    field.addEventListener("input", show);
    return field;
  }
  var text = control("input", "Filter"), status = control("select", "Status");
  text.type = "search";
  ["all"].concat(statuses).forEach(function (name) { status.add(new Option(name, name)); });
  var told = document.createElement("output");
  told.setAttribute("aria-live", "polite");
  bar.append(told);
  function show() {
    var words = text.value.toLowerCase().split(/\\s+/), shown = 0;
    rows.forEach(function (row, index) {
      var fits = words.every(function (word) { return texts[index].includes(word); });
      fits = fits && (status.value === "all" || row.cells[1].textContent === status.value);
      row.hidden = !fits;
      shown += fits;
    });
    told.textContent = shown + " of " + rows.length + " rows";
  }
  table.parentElement.before(bar);
  show();
});
"""

POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
