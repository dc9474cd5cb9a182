"use strict";
(() => {
  const tools = document.querySelector(".tools");
  if (tools) {
    const list = document.querySelector("#findings");
    const all = [...list.children];
    const text = tools.querySelector("[type=search]");
    const levels = [...tools.querySelectorAll("[type=checkbox]")];
    const rule = tools.querySelector("[name=rule]");
    const order = tools.querySelector("[name=order]");
    const unfold = tools.querySelector("[name=unfold]");
    const shown = tools.querySelector("output");

    for (const name of [...new Set(all.map((a) => a.dataset.rule))].sort()) rule.add(new Option(name, name));
    for (const box of levels) {
      const n = all.filter((a) => a.dataset.level === box.value).length;
      box.nextElementSibling.textContent = n;
      box.parentElement.hidden = n === 0;
    }
    const show = () => {
      const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
      const on = new Set(levels.filter((b) => b.checked).map((b) => b.value));
      let n = 0;
      for (const a of all) {
        const content = words.length ? a.textContent.toLowerCase() : "";
        a.hidden = !on.has(a.dataset.level) || (rule.value !== "" && a.dataset.rule !== rule.value) ||
          !words.every((w) => content.includes(w));
        if (!a.hidden) n++;
      }
      shown.value = `${n} of ${all.length} shown`;
    };
    const sort = () => {
      const keys = {
        level: () => 0, // as they stand in the page
        place: (a, b) => (a.dataset.file < b.dataset.file ? -1 : a.dataset.file > b.dataset.file ? 1 : a.dataset.line - b.dataset.line),
        rule: (a, b) => (a.dataset.rule < b.dataset.rule ? -1 : a.dataset.rule > b.dataset.rule ? 1 : 0),
      };
      const by = keys[order.value];
      list.append(...all.map((a, i) => [a, i]).sort((x, y) => by(x[0], y[0]) || x[1] - y[1]).map((x) => x[0]));
    };
    tools.addEventListener("input", show);
    order.addEventListener("change", sort);
    unfold.addEventListener("click", () => {
      const open = unfold.textContent === "Open all";
      for (const a of all) a.firstElementChild.open = open;
      unfold.textContent = open ? "Close all" : "Open all";
    });
    show();
    tools.hidden = false;
  }

  // A link to a finding opens its card, and paper shows them all.
  const openTarget = () => {
    const card = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (card && card.querySelector("details")) card.querySelector("details").open = true;
  };
  addEventListener("hashchange", openTarget);
  addEventListener("beforeprint", () => {
    for (const d of document.querySelectorAll("details")) d.open = true;
  });
  openTarget();

  for (const table of document.querySelectorAll("section table")) {
    const body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells];
    if (body.rows.length < 3) continue;
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        for (const h of heads) h.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const value = (row) => row.cells[column].textContent.trim();
        const number = (s) => parseFloat(s.replace(/,/g, ""));
        const rows = [...body.rows].sort((a, b) => {
          const [x, y] = [value(a), value(b)];
          const [m, n] = [number(x), number(y)];
          return Number.isNaN(m) || Number.isNaN(n) ? x.localeCompare(y) : m - n;
        });
        body.append(...(down ? rows.reverse() : rows));
      });
    });
  }
})();
