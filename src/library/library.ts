/** Entry point of the library: what `import { ... } from "checkpoint"` gives. */
import { SaidError } from "../wording/said";
import type * as api from "./checkpoint";
import { CheckpointService } from "./checkpointService";

// Checked here: the class is what its declaration says.
const service: typeof api.CheckpointService = CheckpointService;

export { service as CheckpointService, SaidError as CheckpointError };
