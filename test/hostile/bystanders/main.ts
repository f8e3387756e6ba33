// `npm run hostile -- --bystanders`: what others get while somebody attacks, class by class. Ends with status 1 where an aim is
// missed.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine } from '../../../bench/measuring/machine.ts';
import { skipGit } from '../../support/git-client.ts';
import { classes, findClass } from './index.ts';
import { measureClass, startControl } from './measure.ts';
import type { Outcome } from './measure.ts';
import { prepareSite } from './prepared-site.ts';
import { keepOutcomes, readKept, spellOutcome, writeTable } from './table.ts';

const keptFile = join(import.meta.dirname, '../../../bench/history/bystanders.json');

export interface BystandersOptions {
  /** Names of classes; none: all. */
  names: readonly string[];
  isOnPostgres: boolean;
  /** How long each attack goes on. */
  seconds: number;
  /** Where the outcomes go as JSON; empty: nowhere. */
  jsonFile: string;
  /** Whether the outcomes replace those that the project keeps. */
  isKept: boolean;
  /** Whether kept outcomes are printed, and nothing is measured. */
  isShown: boolean;
}

/** Reads the flags; throws Error for an unknown class. */
export function readBystandersOptions(args: readonly string[]): BystandersOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      bystanders: { type: 'boolean' },
      class: { type: 'string', multiple: true, default: [] },
      postgres: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '4' },
      json: { type: 'string', default: '' },
      keep: { type: 'boolean', default: false },
      show: { type: 'boolean', default: false },
    },
  });
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new Error(`--seconds can't be ${values.seconds}; use a number above 0`);
  for (const name of values.class) findClass(name);
  const { postgres: isOnPostgres, keep: isKept, show: isShown } = values;
  return { names: values.class, isOnPostgres, seconds, jsonFile: values.json, isKept, isShown };
}

/** Measures the classes, one after the other; whether all aims were met. */
export async function measureBystanders({ names, ...options }: BystandersOptions): Promise<boolean> {
  const { isOnPostgres, seconds, jsonFile } = options;
  const engine = isOnPostgres ? 'PostgreSQL' : 'SQLite';
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  if (options.isShown) {
    print(writeTable(readKept(readFileSync(keptFile, 'utf8'), engine)).join('\n'));
    return true;
  }
  const chosen = names.length === 0 ? classes : names.map(findClass);
  const prepared = await prepareSite(isOnPostgres);
  const control = await startControl();
  const outcomes: Outcome[] = [];
  const facts = [...describeMachine(), new Date().toISOString().slice(0, 10), `${seconds} s for each class`];
  try {
    for (const attackClass of chosen) {
      if (attackClass.needs === 'git' && skipGit !== false) {
        print(`${attackClass.name}: left out, git is missing`);
        continue;
      }
      const outcome = await measureClass({ prepared, controlPort: control.port, seconds }, attackClass);
      outcomes.push(outcome);
      if (jsonFile !== '') writeFileSync(jsonFile, JSON.stringify({ facts, seconds, outcomes }, undefined, 2));
      print(spellOutcome(outcome));
    }
  } finally {
    control.stop();
    prepared.remove();
  }
  if (options.isKept) writeFileSync(keptFile, keepOutcomes(readFileSync(keptFile, 'utf8'), engine, facts, outcomes));
  print(['', engine, ...facts, '', ...writeTable(outcomes)].join('\n'));
  const missed = outcomes.filter(({ findings }) => findings.length > 0);
  print(`${outcomes.length - missed.length} of ${outcomes.length} classes meet the aims`);
  return missed.length === 0;
}
