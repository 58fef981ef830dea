/** Opens the page: reads its data and hands it to the program. */

import { App } from "./app/app";
import { readData } from "./data";
import { ExplorePlayer } from "./explore/explore_player";
import { positionIn } from "./explore/link";
import { SceneView } from "./gl/scene";
import "./judge/exposed";
import licence from "twgl.js/LICENSE.md";

const main = document.querySelector("main")!;

readData().then(
  (data) => {
    document.title = data.title;
    const app = new App(data, main, {
      makeScene: (canvas, all) => new SceneView(canvas, all),
      licences: `twgl.js\n\n${licence}`,
      explore: (all, host, start, leave) => new ExplorePlayer(all, host, start, leave),
      wanted: positionIn(location.hash),
    });
    // Where scripts can see what is shown, as tests do.
    Object.assign(globalThis, { pyramidionPage: app });
    addEventListener("hashchange", () => app.explore(positionIn(location.hash)));
  },
  () => {
    main.textContent = "This page is damaged: please ask for the file again.";
  },
);
