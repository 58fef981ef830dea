/** Elements made in one expression. Texts are always text: nothing here reads markup. */

export type Child = Node | string | null | undefined | false;
type Listener = (event: never) => void;
type Attributes = Record<string, string | number | boolean | Listener | undefined | null>;

const SVG = "http://www.w3.org/2000/svg";

/** An element: attributes by name, listeners as functions (`onclick`), children in their order. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  dress(made, attributes);
  made.append(...children.filter(isShown));
  return made;
}

/** An element of a drawing. */
export function svg(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  const made = document.createElementNS(SVG, tag) as SVGElement;
  dress(made, attributes);
  made.append(...children.filter(isShown));
  return made;
}

function isShown(child: Child): child is Node | string {
  return child !== null && child !== undefined && child !== false;
}

function dress(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** A button with a text; `key` keeps the focus on it when its surroundings are drawn anew. */
export function button(
  text: string,
  act: () => void,
  more: { key?: string; role?: "primary" | "quiet" | ""; label?: string | undefined; off?: boolean; pressed?: boolean; icon?: string } = {},
): HTMLButtonElement {
  return el(
    "button",
    {
      type: "button",
      class: more.role ? `button ${more.role}` : "button",
      "data-key": more.key ?? text,
      // What is read aloud holds what is written; a longer explanation is a tip only.
      "aria-label": more.label && (more.icon || !/\w/.test(text) || more.label.includes(text)) ? more.label : undefined,
      title: more.label,
      // A disabled button loses the focus and says nothing; this one keeps it and does nothing.
      "aria-disabled": more.off ? "true" : undefined,
      "aria-pressed": more.pressed === undefined ? undefined : String(more.pressed),
      onclick: () => {
        if (!more.off) act();
      },
    },
    more.icon ? icon(more.icon) : text,
  );
}

/** A small drawing of lines in a square of 24. */
function icon(path: string): SVGElement {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: path }));
}

/**
 * Put other children into an element; what was unfolded stays so, by `data-key`, and the focus stays where it was.
 * Where that is gone, it goes to its next neighbour, else to the scene, whose keys lead everywhere.
 */
export function refill(element: Element, ...children: Child[]): void {
  const folds = () => [...element.querySelectorAll<HTMLElement>("summary[data-key]")];
  const unfolded = folds().filter((one) => one.closest("details")!.open).map((one) => one.dataset["key"]);
  const focused = document.activeElement;
  const keys = element.contains(focused) && focused!.hasAttribute("data-key") ? neighbours(focused!) : [];
  element.replaceChildren(...children.filter(isShown));
  for (const one of folds()) if (unfolded.includes(one.dataset["key"])) one.closest("details")!.open = true;
  if (!keys.length) return;
  const there = new Map([...element.querySelectorAll<HTMLElement>("[data-key]")].map((one) => [one.dataset["key"], one]));
  const key = keys.find((one) => there.has(one));
  if (key === undefined) focusScene();
  else there.get(key)!.focus({ preventScroll: true });
}

/** Give the keyboard to the scene; where nothing can draw it, to the map in its place. */
export function focusScene(): void {
  document.querySelector<HTMLElement>("body:not(.flat) canvas, .flat .plan [tabindex='0']")?.focus({ preventScroll: true });
}

/** The keys of what stands beside something, nearest first after itself: those behind it, then those before. */
function neighbours(one: Element): (string | undefined)[] {
  const row = [...(one.closest("li") ?? one).parentElement!.querySelectorAll<HTMLElement>("[data-key]")];
  const at = row.indexOf(one as HTMLElement);
  return [...row.slice(at), ...row.slice(0, at).reverse()].map((other) => other.dataset["key"]);
}

/** Paragraphs of a plain text: a blank line parts them, `**` makes strong what stands between. `kind` is their class. */
export function prose(text: string, kind?: string): HTMLElement[] {
  return text
    .split(/\n\s*\n/)
    .filter((one) => one.trim())
    .map((one) =>
      el("p", { class: kind }, ...one.split("**").map((part, k) => (k % 2 ? el("strong", {}, part) : part))),
    );
}

/** A choice among a few, with its label. */
export function choice<T extends string>(
  label: string,
  options: readonly (readonly [T, string])[],
  value: T,
  act: (value: T) => void,
): HTMLElement {
  const select = el("select", {
    "data-key": label,
    onchange: () => act(select.value as T),
  });
  for (const [name, text] of options) {
    select.append(el("option", { value: name, selected: name === value }, text));
  }
  return el("label", { class: "field" }, el("span", {}, label), select);
}

/** A box to tick. */
export function tick(label: string, on: boolean, act: (on: boolean) => void): HTMLElement {
  const box = el("input", { type: "checkbox", checked: on, "data-key": label, onchange: () => act(box.checked) });
  return el("label", { class: "tick" }, box, el("span", {}, label));
}

/** A slider that acts while it moves; `say` puts its value into words. */
export function slider(
  label: string,
  range: { min: number; max: number; step: number },
  value: number,
  say: (value: number) => string,
  act: (value: number) => void,
): HTMLElement {
  const shown = el("output", {}, say(value));
  const bar = el("input", {
    type: "range",
    min: range.min,
    max: range.max,
    step: range.step,
    value,
    "data-key": label,
    // The label names the first thing in it that can have one: the output.
    "aria-label": label,
    "aria-valuetext": say(value),
    oninput: () => {
      shown.textContent = say(Number(bar.value));
      bar.setAttribute("aria-valuetext", shown.textContent);
      act(Number(bar.value));
    },
  });
  return el("label", { class: "field" }, el("span", {}, label, " ", shown), bar);
}

/** A number that two buttons change. */
export function counter(
  label: string,
  value: number,
  range: [number, number],
  act: (value: number) => void,
  say: (value: number) => string = String,
): HTMLElement {
  const to = (step: number) => act(Math.max(range[0], Math.min(range[1], value + step)));
  return el(
    "div",
    { class: "counter", role: "group", "aria-label": label },
    el("span", {}, label),
    button("−", () => to(-1), { key: `${label} less`, label: `${label}: less`, off: value <= range[0] }),
    el("output", {}, say(value)),
    button("+", () => to(1), { key: `${label} more`, label: `${label}: more`, off: value >= range[1] }),
  );
}

/** A heading for those who hear the page; the tab says it to the others. */
export function heading(text: string): HTMLElement {
  return el("h2", { class: "unseen" }, text);
}
