// Kills a server again and again while clients write to it, and checks after each restart what is left.
import { randomInt } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseFile } from '../../src/app.ts';
import { checkSqliteFile } from '../../src/platform/database/sqlite/sqlite-file.ts';
import { checkDatabase, readSiteVersion, withDatabase } from './check-database.ts';
import { checkServer } from './check.ts';
import { runShift } from './clients.ts';
import { createLedger } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { createRandom } from './random.ts';
import type { Random } from './random.ts';
import { prepareScene } from './scene.ts';
import type { Scene } from './scene.ts';
import { prepareServer } from './server-process.ts';
import type { ServerOptions, ServerProcess } from './server-process.ts';

export interface CrashOptions {
  /** A folder that `makeSite` made. */
  dataDir: string;
  /** What `makeSite` gave. */
  credentials: Readonly<Record<string, string>>;
  kills: number;
  /** Repeats what is written and how long until each kill; how far the server comes until then is chance. */
  seed: number;
  clients?: number;
  /** For servers that are made to break their promises. */
  server?: Pick<ServerOptions, 'imports' | 'env'>;
}

export interface CrashReport {
  kills: number;
  /** Kills while the server opened its folder. */
  killsWhileOpening: number;
  acknowledged: number;
  /** Writes without an answer of which a check found everything. */
  seen: number;
  /** Writes without an answer of which a check found nothing. */
  absent: number;
  /** Empty where everything is as it should be. */
  findings: string[];
}

export const drawSeed = (): number => randomInt(2 ** 31);

/** Up to so many answers come before the kill, and then up to so many milliseconds pass. */
const answersMax = 40;
const lagMaxMs = 6;
/** One of so many kills comes while the server opens its folder. */
const openingKillEvery = 8;
const openingMaxMs = 120;

interface Run {
  options: CrashOptions;
  ledger: Ledger;
  random: Random;
  scene: Scene | undefined;
  /** What the site's version must at least be. */
  siteVersionMin: number;
  killsWhileOpening: number;
}

/** Ends with the first check that finds something. */
export async function runCrashes(options: CrashOptions): Promise<CrashReport> {
  const { dataDir, kills, seed, clients = 6 } = options;
  const run: Run = {
    options,
    ledger: createLedger(clients),
    random: createRandom(seed),
    scene: undefined,
    siteVersionMin: 0,
    killsWhileOpening: 0,
  };
  const servers = new Set<ServerProcess>();
  try {
    const findings = await killAgainAndAgain(run, () => {
      const server = prepareServer({ dataDir, ...options.server });
      servers.add(server);
      return server;
    });
    return reportOf(run, kills, findings);
  } finally {
    for (const server of servers) server.send('SIGKILL');
    await Promise.all([...servers].map((server) => server.ended));
  }
}

/** The next server loads its modules while the clients write to the one before. */
async function killAgainAndAgain(run: Run, prepare: () => ServerProcess): Promise<string[]> {
  const { kills } = run.options;
  const findings: string[] = [];
  let checkedSerial = 0;
  let next = prepare();
  for (let kill = 0; kill <= kills && findings.length === 0; kill += 1) {
    const server = next;
    const isLast = kill === kills;
    if (!isLast) next = prepare();
    if (!isLast && kill > 0 && run.random.below(openingKillEvery) === 0) {
      await killWhileOpening(run, server);
      continue;
    }
    const base = await server.open();
    findings.push(...(await checkRound(run, base, isLast ? 0 : checkedSerial)));
    checkedSerial = run.ledger.writes.length;
    if (isLast) findings.push(...(await stop(server)));
    else if (findings.length === 0) findings.push(...(await killUnderLoad(run, server, base)));
  }
  return findings;
}

function reportOf({ ledger, killsWhileOpening }: Run, kills: number, findings: string[]): CrashReport {
  const count = (outcome: string): number => ledger.writes.filter((write) => write.outcome === outcome).length;
  const { acknowledged } = ledger;
  return { kills, killsWhileOpening, acknowledged, seen: count('seen'), absent: count('absent'), findings };
}

async function killWhileOpening(run: Run, server: ServerProcess): Promise<void> {
  run.killsWhileOpening += 1;
  const opened = server.open().catch(() => undefined);
  await Promise.race([delay(run.random.below(openingMaxMs)), opened]);
  server.send('SIGKILL');
  await server.ended;
  await opened;
}

/** Over HTTP what the clients know, and in the database what they can't see. */
async function checkRound(run: Run, base: string, firstSerial: number): Promise<string[]> {
  const { ledger, options } = run;
  const { credentials } = options;
  const agent = new Agent({ keepAlive: true });
  const line = { base, credentials, agent };
  try {
    run.scene ??= await prepareScene(line, options.clients ?? 6);
    const findings = await checkServer(line, run.scene, ledger, firstSerial);
    return await withDatabase(options.dataDir, async (database) => {
      const version = await readSiteVersion(database);
      if (version < run.siteVersionMin)
        findings.push(`the site's version is ${version}, after ${run.siteVersionMin} was acknowledged`);
      run.siteVersionMin = version;
      const damages = await checkSqliteFile(databaseFile(options.dataDir), 'full');
      return [...findings, ...(await checkDatabase(database)), ...damages];
    });
  } catch (error) {
    return [`a check was not possible: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    agent.destroy();
  }
}

async function killUnderLoad(run: Run, server: ServerProcess, base: string): Promise<string[]> {
  const { ledger, random, options, scene } = run;
  const { credentials } = options;
  if (scene === undefined) throw new Error('there was no check before the load');
  const rightsBefore = ledger.rightsChanges;
  let isKilled = false;
  let answersLeft = 1 + random.below(answersMax);
  const lagMs = random.below(lagMaxMs);
  const kill = (): void => {
    isKilled = true;
    server.send('SIGKILL');
  };
  await runShift({
    bases: [base],
    credentials,
    scene,
    ledger,
    clients: options.clients ?? 6,
    seed: random.below(2 ** 31),
    onAnswer() {
      answersLeft -= 1;
      if (answersLeft === 0 && lagMs === 0) kill();
      if (answersLeft === 0 && lagMs > 0) setTimeout(kill, lagMs);
      return false;
    },
  });
  run.siteVersionMin += ledger.rightsChanges - rightsBefore;
  const early = isKilled ? [] : ['a connection broke before the kill'];
  kill();
  return [...early, ...complaintsOf((await server.ended).errors)];
}

/** Failures that the server logged; being killed is not one. */
export const complaintsOf = (errors: string): string[] =>
  errors.split('\n').filter((line) => line.includes('"level":50') || line.includes('"level":60'));

async function stop(server: ServerProcess): Promise<string[]> {
  server.send('SIGTERM');
  const { status, signal, errors } = await server.ended;
  return [...(status === 0 ? [] : [`the server stopped with ${status ?? signal}`]), ...complaintsOf(errors)];
}
