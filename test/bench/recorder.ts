import type { Build } from "./builds";
import { EngineProcess, type Ask } from "./engineProcess";
import type { Measures } from "./measures";
import type { StepName } from "./targets";

/** A build with its own store. */
export class Recorder {
  readonly engine: EngineProcess;
  readonly storeDir: string;

  constructor(
    readonly build: Build,
    private readonly root: string,
    private readonly measures: Measures,
    stores: string,
  ) {
    this.engine = new EngineProcess(build);
    this.storeDir = `${stores}-${build.who}`;
  }

  async measure(step: StepName, ask: Ask): Promise<unknown> {
    const { ms, cpuMs, value } = await this.engine.ask(ask);
    this.add(step, ms, cpuMs);
    return value;
  }

  open(step: StepName): Promise<unknown> {
    const { root, storeDir } = this;
    return this.measure(step, { do: "open", root, storeDir });
  }

  add(step: StepName, value: number, cpuMs?: number): void {
    this.measures.add(this.build.who, step, value, cpuMs);
  }
}
