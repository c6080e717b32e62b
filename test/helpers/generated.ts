import fc from "fast-check";
import { seedOf } from "./random";

// All generated cases of a process use one seed; see `seedOf`.
fc.configureGlobal({ seed: seedOf(20_261_118) });

export default fc;
