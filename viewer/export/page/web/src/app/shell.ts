/** The frame of the page: scene, text, tools by their tabs, and the bar of buttons. */

import { button, el } from "./dom";
import { helpTitle } from "./more";

export const TABS = ["Text", "Why", "Maps", "View", "More"] as const;
export type Tab = (typeof TABS)[number];

export interface Shell {
  canvas: HTMLCanvasElement;
  stage: HTMLElement;
  title: HTMLElement;
  status: HTMLElement;
  /** The point that was tapped or pointed at. */
  pointed: HTMLElement;
  /** What lies one behind the other where a long press was. */
  behind: HTMLElement;
  /** What slides say. */
  caption: HTMLElement;
  live: HTMLElement;
  panels: Record<Tab, HTMLElement>;
  bar: HTMLElement;
  /** Maps in place of the scene, where nothing can draw it. */
  plan: HTMLElement;
  tab: Tab;
  turn: (tab: Tab) => void;
}

/** Build the frame into the page. */
export function buildShell(main: HTMLElement, title: string, act: { home: () => void; help: () => void; slides: () => void; turned: () => void }): Shell {
  const canvas = el("canvas", {
    tabindex: 0,
    role: "application",
    "aria-label": "Scene. Arrow keys move the cursor over the points, Enter places. The maps hold the same points by name.",
  });
  const status = el("p", { class: "status" });
  const pointed = el("p", { class: "status" });
  const behind = el("div", { class: "behind", role: "group", "aria-label": "What lies here, front first" });
  const caption = el("div", { class: "caption" });
  const live = el("div", { class: "said", role: "status", "aria-live": "polite" });
  const home = button("", act.home, { icon: "M4 11.5 12 5l8 6.5M6.5 10v9h11v-9", key: "home", label: "See everything (H)" });
  home.classList.add("home");
  const plan = el("div", { class: "plan" });
  const stage = el("section", { class: "stage", "aria-label": "Position" }, canvas, plan, el("div", { class: "over" }, status, pointed, behind), home);
  const heading = el("h1", {}, title);
  const panels = {} as Record<Tab, HTMLElement>;
  const tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "What is shown" });
  const shell: Shell = { canvas, stage, title: heading, status, pointed, behind, caption, live, panels, bar: el("div", { class: "bar" }), plan, tab: "Text", turn };
  function turn(tab: Tab): void {
    const held = panels[shell.tab].contains(document.activeElement);
    shell.tab = tab;
    main.dataset.tab = tab;
    for (const one of TABS) {
      const chosen = one === tab;
      const handle = document.getElementById(`tab-${one}`)!;
      handle.setAttribute("aria-selected", String(chosen));
      handle.tabIndex = chosen ? 0 : -1;
      panels[one].classList.toggle("current", chosen);
    }
    act.turned();
    if (held) panels[tab].focus({ preventScroll: true });
  }
  for (const tab of TABS) {
    const panel = el("div", { class: "panel", role: "tabpanel", id: `panel-${tab}`, "aria-labelledby": `tab-${tab}`, tabindex: 0 });
    panels[tab] = panel;
    tabs.append(
      el("button", {
        type: "button",
        role: "tab",
        id: `tab-${tab}`,
        "aria-controls": `panel-${tab}`,
        onclick: () => turn(tab),
      }, tab),
    );
  }
  tabs.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(shell.tab) + step + TABS.length) % TABS.length]!;
    turn(next);
    document.getElementById(`tab-${next}`)!.focus();
  });
  main.replaceChildren(
    el("header", {},
      heading,
      button("Slides", act.slides, { key: "slides", role: "quiet", label: "Slides (P)" }),
      button("?", act.help, { key: "help", role: "quiet", label: `${helpTitle()} (?)` }),
    ),
    stage,
    caption,
    ...Object.values(panels),
    tabs,
    shell.bar,
    live,
  );
  return shell;
}
