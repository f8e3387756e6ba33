// `npm run bench pages`: the pages in the real browser before the real server, each beside its budget, and visits beside a
// static page of the same bytes. With --url it measures visits to any address, such as a page of another forge.
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { launchBrowser } from '../../test/support/browser.ts';
import { describeMachine } from '../measuring/machine.ts';
import { median, percentile } from '../measuring/statistics.ts';
import {
  accounts,
  fields,
  listValues,
  makeWideTracker,
  measureAccounts,
  measureDesigner,
  measureFinding,
  measureForm,
  measureSettings,
} from './administration.ts';
import { makeBoard, measureBoard, measureDrag } from './board.ts';
import { measureHeap, measureInputs, measureOthersChange, measureToArtifact, measureToReport } from './changes.ts';
import { measureReport, measureScrolling } from './large-report.ts';
import { rowsWanted } from './page-clock.ts';
import { openStage, rowSelector, waitForRows } from './stage.ts';
import type { Stage } from './stage.ts';
import { serveCopy } from './static-page.ts';
import { measureVisits } from './visits.ts';

const usage = `npm run bench pages [-- FLAGS]
  --quick          3 rounds instead of 20, 10,000 artifacts instead of 100,000
  --rounds N       rounds of each measurement
  --artifacts N    in the tracker, a multiple of 1000
  --data DIR       fills this folder and keeps it; a later run with the same folder starts at once
  --only NAME,...  visits, routes, inputs, others, report, scroll, board, administration, heap
  --json FILE      also writes the rows as JSON
  --url URL        measures visits to this address alone
  --selector CSS   what must be there, for --url; --count N times
  --cookie TEXT    name=value; name=value, for --url`;

interface Row {
  name: string;
  value: number;
  unit: string;
  /** The budget, in the same unit. */
  atMost: number | undefined;
  of: string;
}

const groups = ['visits', 'routes', 'inputs', 'others', 'report', 'scroll', 'board', 'administration', 'heap'];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    artifacts: { type: 'string' },
    data: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'string' },
    url: { type: 'string' },
    selector: { type: 'string', default: 'h1' },
    count: { type: 'string', default: '1' },
    cookie: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds ?? (values.quick ? 3 : 20));

const medianRow = (name: string, times: readonly number[], atMost?: number): Row => ({
  name,
  value: median(times),
  unit: 'ms',
  atMost,
  of: `median of ${times.length}, ${percentile(times, 0)?.toFixed(0)} to ${percentile(times, 1)?.toFixed(0)}`,
});

async function measureOwnVisits(stage: Stage): Promise<Row[]> {
  const page = await stage.open(stage.reportPath);
  await waitForRows(page);
  const copy = await serveCopy(page);
  await page.context().close();
  const prepare = stage.signIn;
  const own = { url: stage.base + stage.reportPath, selector: rowSelector, count: rowsWanted, prepare };
  const peer = { url: copy.url, selector: rowSelector, count: rowsWanted };
  const [ours, theirs] = await measureVisits(stage.browser, [own, peer], rounds);
  copy.close();
  if (ours === undefined || theirs === undefined) throw new Error('nothing was measured');
  const ratio = median(ours.first) / median(theirs.first);
  return [
    {
      name: 'bytes of the page and of its copy',
      value: copy.bytes / 1000,
      unit: 'kB',
      atMost: undefined,
      of: 'gzip, document and all',
    },
    medianRow('first visit of a report, interactive', ours.first, 220),
    medianRow('the same of the static copy', theirs.first),
    { name: 'first visit beside the static copy', value: ratio, unit: '×', atMost: undefined, of: 'medians' },
    medianRow('return visit of a report', ours.again, 150),
    medianRow('the same of the static copy', theirs.again),
  ];
}

async function measureRoutes(stage: Stage): Promise<Row[]> {
  return [
    medianRow('report to artifact, prefetched', await measureToArtifact(stage, true), 50),
    medianRow('report to artifact, not prefetched', await measureToArtifact(stage, false), 100),
    medianRow('artifact to report, prefetched', await measureToReport(stage, true), 50),
    medianRow('artifact to report, not prefetched', await measureToReport(stage, false), 100),
  ];
}

async function measureAdministration(stage: Stage): Promise<Row[]> {
  const wide = await makeWideTracker(stage);
  return [
    medianRow('all settings, opened', await measureSettings(stage), 200),
    medianRow(`${accounts} accounts, opened`, await measureAccounts(stage), 200),
    medianRow('one of them found, from the last key', await measureFinding(stage), 500),
    medianRow(
      `tracker of ${fields} fields and ${listValues} values, designer opened`,
      await measureDesigner(stage, wide),
    ),
    medianRow('the same, form of a new artifact opened', await measureForm(stage, wide)),
  ];
}

async function measureLargeReport(stage: Stage, artifacts: number): Promise<Row[]> {
  const { open, sort, filter, words } = await measureReport(stage);
  const over = `over ${artifacts} artifacts`;
  return [
    medianRow(`report ${over}, opened`, open, 300),
    medianRow(`report ${over}, sorted`, sort, 300),
    medianRow(`report ${over}, one's own alone`, filter, 300),
    medianRow(`report ${over}, those with a phrase`, words, 300),
  ];
}

/** The value that a share of the series does not exceed, as a row. */
const shareRow = (name: string, times: readonly number[], share: number, atMost: number, of: string): Row => ({
  name,
  value: percentile(times, share) ?? Number.NaN,
  unit: 'ms',
  atMost,
  of,
});

const framesOf = (frames: readonly number[]): string =>
  `of ${frames.length}, median ${median(frames).toFixed(0)}, 99th of a hundred ${percentile(frames, 0.99)?.toFixed(0)}`;

async function measureGroup(stage: Stage, group: string, artifacts: number): Promise<Row[]> {
  switch (group) {
    case 'visits':
      return measureOwnVisits(stage);
    case 'routes':
      return measureRoutes(stage);
    case 'inputs': {
      const times = await measureInputs(stage);
      return [
        shareRow('a key to its paint', times, 0.99, 50, `99th of ${times.length}, median ${median(times).toFixed(0)}`),
      ];
    }
    case 'others':
      return [medianRow('change of another person on screen', await measureOthersChange(stage), 500)];
    case 'report':
      return measureLargeReport(stage, artifacts);
    case 'scroll': {
      const { frames, rows } = await measureScrolling(stage);
      return [shareRow(`longest frame while ${rows} rows scroll`, frames, 1, 50, framesOf(frames))];
    }
    case 'board': {
      const path = await makeBoard(stage);
      const open = await measureBoard(stage, path);
      const frames = await measureDrag(stage, path);
      return [
        medianRow('kanban of 1,000 cards, opened', open, 200),
        shareRow('longest frame while a card is dragged', frames, 1, 33, framesOf(frames)),
      ];
    }
    case 'administration':
      return measureAdministration(stage);
    default: {
      const { early, late } = await measureHeap(stage, values.quick);
      return [
        {
          name: 'heap after route changes',
          value: late,
          unit: 'MB',
          atMost: 60,
          of: `${early.toFixed(1)} after a fifth of them`,
        },
      ];
    }
  }
}

function print(rows: readonly Row[]): void {
  for (const { name, value, unit, atMost, of } of rows) {
    const verdict = atMost === undefined ? '' : value <= atMost ? 'met' : 'MISSED';
    console.log(`| ${name} | ${value.toFixed(unit === '×' ? 2 : 1)} ${unit} | ${atMost ?? ''} | ${verdict} | ${of} |`);
  }
}

async function measureAddress(url: string): Promise<Row[]> {
  const browser = await launchBrowser();
  const cookies = values.cookie.split(/; */).flatMap((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return name === '' ? [] : [{ name, value, url }];
  });
  const visited = {
    url,
    selector: values.selector,
    count: Number(values.count),
    prepare: (context: { addCookies(all: typeof cookies): Promise<void> }) => context.addCookies(cookies),
  };
  const [times] = await measureVisits(browser, [visited], rounds);
  await browser.close();
  return [medianRow(`first visit of ${url}`, times?.first ?? []), medianRow('return visit', times?.again ?? [])];
}

async function measureOwn(): Promise<Row[]> {
  const artifacts = Number(values.artifacts ?? (values.quick ? 10_000 : 100_000));
  const wanted = values.only?.split(',') ?? groups;
  const unknown = wanted.filter((name) => !groups.includes(name));
  if (unknown.length > 0) throw new Error(`--only: there is no ${unknown.join(', ')}; there are ${groups.join(', ')}`);
  const withAccounts = wanted.includes('administration') ? accounts : 0;
  const stage = await openStage(artifacts, rounds, values.data, withAccounts);
  const rows: Row[] = [];
  for (const group of wanted) {
    const measured = await measureGroup(stage, group, artifacts);
    print(measured);
    rows.push(...measured);
  }
  await stage.close();
  return rows;
}

if (values.help) console.log(usage);
else {
  const load = (): string =>
    loadavg()
      .map((value) => value.toFixed(1))
      .join(', ');
  for (const line of [...describeMachine(), `load average before: ${load()}`]) console.log(`- ${line}`);
  console.log('\n| What | Measured | At most | | Of |\n| --- | --: | --: | --- | --- |');
  const rows = values.url === undefined ? await measureOwn() : await measureAddress(values.url);
  if (values.url !== undefined) print(rows);
  console.log(`\n- load average after: ${load()}`);
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(rows, null, 2));
}
