import { Output, type Streams } from "../../src/cli/output";

/** An output to a terminal; what is said on stderr is handed over. */
export function terminal(onSaid: (text: string) => void): Output {
  const streams: Streams = {
    env: {},
    stdinIsTerminal: true,
    stdoutIsTerminal: true,
    stderrIsTerminal: true,
    writeOut: () => {},
    writeErr: onSaid,
  };
  return new Output(streams, false);
}
