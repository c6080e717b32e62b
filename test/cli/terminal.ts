import { Output, type Streams } from "../../src/cli/text/output";

/** An output to a terminal; passes on what is written to stderr. */
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
