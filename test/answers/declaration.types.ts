import type * as checkpoint from "../../src/answers/checkpoint";
import type * as diff from "../../src/answers/diff";
import type * as restore from "../../src/answers/restore";
import type * as thread from "../../src/answers/thread";
import type * as api from "../../src/extension/checkpoint";
import type * as error from "../../src/answers/error";
import type * as library from "../../src/answers/library";
import type * as lib from "../../src/library/checkpoint";

// Checked by the compiler only: what other extensions and programs get is what is
// declared.

type Same<A, B> = [A, B] extends [B, A] ? true : never;

const same: [
  Same<api.Checkpoint, checkpoint.Checkpoint>,
  Same<api.CheckpointDetail, checkpoint.CheckpointDetail>,
  Same<api.CheckpointPage, checkpoint.CheckpointPage>,
  Same<api.CheckpointKind, checkpoint.CheckpointKind>,
  Same<api.Diff, diff.Diff>,
  Same<api.RestoreResult, restore.RestoreResult>,
  Same<api.Thread, thread.Thread>,
  Same<api.ThreadDetail, thread.ThreadDetail>,
  Same<api.ThreadMessage, thread.ThreadMessage>,
] = [true, true, true, true, true, true, true, true, true];
void same;

const sameInLibrary: [
  Same<lib.Checkpoint, library.SavedCheckpoint>,
  Same<lib.CheckpointDetail, library.SavedCheckpointDetail>,
  Same<lib.CheckpointDiff, library.CheckpointDiff>,
  Same<lib.Captured, library.Captured>,
  Same<lib.DamageFound, library.DamageFound>,
  Same<lib.DeletedCheckpoints, checkpoint.DeletedCheckpoints>,
  Same<lib.RestoreResult, restore.RestoreResult>,
  Same<lib.ThreadEdit, restore.ThreadEdit>,
  Same<lib.ErrorCode, error.ErrorCode>,
] = [true, true, true, true, true, true, true, true, true];
void sameInLibrary;
