/** Opens the page: reads its data and hands it to the program. */

import { readData } from "./data";
import "./judge/exposed";

readData().then(
  (data) => {
    document.title = data.title;
    document.querySelector("main")!.textContent = data.title;
  },
  () => {
    document.querySelector("main")!.textContent = "This page is damaged: please ask for the file again.";
  },
);
