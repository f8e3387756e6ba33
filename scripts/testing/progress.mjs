// A reporter of node's test runner for whole tiers: a line for each file that has ended, what failed in full, and a summary
// with what was skipped and what took longest. The runner asks for a default export. What runs stands in the file that
// TEST_PLAN names, see ../test.mjs.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Transform } from 'node:stream';
import { spec } from 'node:test/reporters';

/** A file that takes longer is called slow, in ms; on a quiet machine few do. */
const slowMs = 20_000;
/** After so long without a line, one tells what runs, in ms. */
const silentMs = 30_000;
const longestShown = 10;

/** Of a file that shares its process, see ../test-process.mjs. */
const isTitle = (name) => /^\S+\.test\.ts on \w+$/.test(name);
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
const clock = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;

/** What of the runner's own report is kept: failures, and what tests write and tell. */
const isKept = ({ type }) =>
  ['test:fail', 'test:diagnostic', 'test:stderr', 'test:stdout', 'test:summary'].includes(type);

class Progress extends Transform {
  /** @type {{ total: number, titles: Record<string, string> }} */
  #plan = JSON.parse(readFileSync(process.env.TEST_PLAN, 'utf8'));
  #startMs = performance.now();
  #ended = [];
  #running = new Set();
  #skipped = new Map();
  #report = new spec();
  #silence = setTimeout(() => this.#tellRunning(), silentMs);

  constructor() {
    super({ writableObjectMode: true });
    this.#report.on('data', (text) => this.push(text));
  }

  /** The file that a test of the outermost level stands for; undefined where it stands for none, or for a part of one. */
  #titleOf({ name, nesting }) {
    if (nesting !== 0 || name === undefined) return undefined;
    return isTitle(name) ? name : this.#plan.titles[resolve(name)];
  }

  #say(line) {
    this.#silence.refresh();
    this.push(`${line}\n`);
  }

  #tellRunning() {
    const running = this.#running.size === 0 ? 'none; processes start or end' : [...this.#running].join(', ');
    this.#say(`          still running: ${running}`);
  }

  #tellEnd(title, { duration_ms: durationMs, passed }) {
    this.#running.delete(title);
    this.#ended.push({ title, durationMs });
    const place = `[${String(this.#ended.length).padStart(String(this.#plan.total).length)}/${this.#plan.total}]`;
    const remark = `${passed ? '' : ', FAILED'}${durationMs > slowMs ? ', slow' : ''}`;
    this.#say(`${place} ${clock(performance.now() - this.#startMs)} ${title}, ${seconds(durationMs)}${remark}`);
  }

  _transform(event, _, done) {
    const { type, data } = event;
    const title = this.#titleOf(data);
    if (type === 'test:dequeue' && title !== undefined) this.#running.add(title);
    if (type === 'test:complete' && title !== undefined) this.#tellEnd(title, data.details);
    if (type === 'test:pass' && data.skip !== undefined) {
      const why = typeof data.skip === 'string' ? data.skip : 'no reason given';
      this.#skipped.set(why, (this.#skipped.get(why) ?? 0) + 1);
    }
    if (isKept(event)) this.#report.write(event, done);
    else done();
  }

  _flush(done) {
    clearTimeout(this.#silence);
    this.#report.end(() => {
      const slowest = this.#ended.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, longestShown);
      const lines = [
        'Longest:',
        ...slowest.map(({ title, durationMs }) => `  ${seconds(durationMs)} ${title}`),
        ...(this.#skipped.size === 0 ? [] : ['Skipped:']),
        ...Array.from(this.#skipped, ([why, count]) => `  ${count}: ${why}`),
      ];
      this.push(`\n${lines.join('\n')}\n`);
      done();
    });
  }
}

export default new Progress();
