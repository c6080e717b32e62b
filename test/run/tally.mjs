// Prints each suite as it ends, repeats the failures at the end, and adds up.

/** Collects results and prints them. */
export class Tally {
  #results = [];
  #start = performance.now();

  add(result) {
    this.#results.push(result);
    const mark = result.failed > 0 ? "FAIL" : "ok  ";
    const skipped = result.skipped.length;
    const counts = [
      result.passed > 0 && `${result.passed} passed`,
      result.failed > 0 && `${result.failed} failed`,
      skipped > 0 && `${skipped} skipped`,
    ].filter(Boolean);
    console.log(
      `${mark} ${result.name.padEnd(44)} ${seconds(result.ms).padStart(8)}  ${counts.join(", ")}`,
    );
    if (result.output.trim() !== "") console.log(indent(result.output));
    for (const test of result.skipped)
      console.log(`     skipped: ${test.title}`);
    printFailures(result);
  }

  get failed() {
    return this.#sum("failed");
  }

  /** Prints the closing lines; the last one says how many passed and failed. */
  close() {
    const bad = this.#results.filter((result) => result.failed > 0);
    if (bad.length > 0) console.log("\nFailed:");
    for (const { name, failures } of bad)
      for (const { title } of failures) console.log(`  ${name}: ${title}`);
    const total = seconds(performance.now() - this.#start);
    console.log(`\n${this.#results.length} suites and checks in ${total}`);
    console.log(`${this.#sum("passed")} passed, ${this.failed} failed`);
  }

  #sum(key) {
    return this.#results.reduce((sum, result) => sum + result[key], 0);
  }
}

function printFailures({ name, failures }) {
  failures.forEach(({ title, why }, i) => {
    console.log(`\n  ${i + 1}) ${name}: ${title}`);
    console.log(indent(why) + "\n");
  });
}

function indent(text) {
  return text.trimEnd().replaceAll(/^/gm, "     ");
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
