/** Opens the page: reads its data and hands it to the program. */

import { App } from "./app/app";
import { readData } from "./data";
import "./judge/exposed";

const main = document.querySelector("main")!;

readData().then(
  (data) => {
    document.title = data.title;
    new App(data, main, { makeScene: null, licences: "", extra: null });
  },
  () => {
    main.textContent = "This page is damaged: please ask for the file again.";
  },
);
