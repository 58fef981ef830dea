/**
 * The judge where scripts can ask it: `pyramidionJudge.judged("partition:size=4,rules=free ...")` in
 * the browser's console. Tests hold it to the program's own rules through this.
 */

import { boardOf, judged, pours, refused } from "./index";

Object.assign(globalThis, { pyramidionJudge: { boardOf, judged, pours, refused } });
