// `tepal evaluate`, which `npm start` runs: the server on sample projects, for trying Tepal on one's own machine.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasDatabase, usesServer } from '../app.ts';
import type { App } from '../app.ts';
import { programVersion } from '../features/site/index.ts';
import { growSlowly } from '../platform/memory/garbage.ts';
import { writeSetting } from '../settings/index.ts';
import { defineCommand, print, warn } from '../platform/command-line/command.ts';
import type { Terminal } from '../platform/command-line/command.ts';
import { importProject } from './import.ts';
import { createFirstAdmin } from './init.ts';
import { withNewFolder } from './open-folder.ts';
import { drawPassword } from './password-input.ts';
import { hintAtPlainHttp } from './serving/serve.ts';
import { hasGit } from './serving/sample-code.ts';
import { copySample } from './serving/sample-copy.ts';
import { formatOrigin, listenFlags, readListenFlags, serveUntilStopped } from './serving/serving.ts';

/** The account of the samples that people sign in with; its password is public, like everything in them. */
const sampleAccount = { username: 'ana', password: 'welcome-ana' };
const sampleProject = 'meadow-scrum';
const samples = [
  { project: sampleProject, folder: 'scrum', code: 'scrum.json' },
  { project: 'harbor-kanban', folder: 'kanban', code: undefined },
];
/** A task of the sample project when its archive is the first to be imported, as here. */
const sampleArtifactId = 17;
const sampleTracker = 'task';

/** Present while the samples are being loaded, so that a start after a crash goes on with what is missing. */
const unfinishedFile = (folder: string): string => join(folder, 'evaluation-unfinished');

async function openPlainHttp(folder: string, io: Terminal): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(unfinishedFile(folder), '');
  await writeSetting(folder, 'sys_rest_api_over_http', '1');
  print(
    io,
    `${folder} is new. For this evaluation only, sys_rest_api_over_http = 1 in its conf/local.inc lets the API`,
  );
  print(io, 'answer over plain HTTP; "tepal serve" on a folder of "tepal init" requires HTTPS.');
}

/** Every step looks first whether it is done already. */
async function loadSamples(app: App, io: Terminal): Promise<void> {
  const { people, projects } = app.features;
  if ((await people.list()).length === 0) {
    const password = drawPassword();
    await createFirstAdmin(app, { username: 'admin', realName: 'Site Administrator', password });
    print(io, `Site administrator: admin, password ${password} (shown only once)`);
  }
  const known = new Set((await projects.listAll()).map((project) => project.unix_name));
  for (const sample of samples.filter(({ project }) => !known.has(project))) {
    const path = copySample(sample, Date.now(), hasGit());
    try {
      await importProject(app, { path, mode: { automap: 'A' } }, io);
    } finally {
      rmSync(path, { recursive: true });
    }
    print(io, `Sample project ${sample.project} loaded`);
  }
  await people.change(sampleAccount.username, { password: sampleAccount.password });
  rmSync(unfinishedFile(app.dataDir));
}

/** Three command lines for a shell, or none where the folder does not hold the samples. */
async function listTrials({ features }: App, baseUrl: string): Promise<string[]> {
  const projects = await features.projects.listAll();
  if (!projects.some((project) => project.unix_name === sampleProject)) return [];
  const trackers = await features.trackers.listByProjectName(sampleProject);
  const tracker = trackers.find(({ item_name }) => item_name === sampleTracker);
  const account = (await features.people.list()).find(({ username }) => username === sampleAccount.username);
  if (tracker === undefined || account === undefined) return [];
  const json = "-H 'Content-Type: application/json'";
  const credentials = `-H "X-Auth-Token: $TOKEN" -H 'X-Auth-UserId: ${account.id}'`;
  const task = { tracker: { id: tracker.id }, values_by_field: { title: { value: 'Try Tepal' } } };
  return [
    `TOKEN=$(curl -s ${json} -d '${JSON.stringify(sampleAccount)}' ${baseUrl}/api/tokens | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`,
    `curl -s ${credentials} ${baseUrl}/api/artifacts/${sampleArtifactId}`,
    `curl -s ${credentials} ${json} -d '${JSON.stringify(task)}' ${baseUrl}/api/artifacts`,
  ];
}

async function announce(app: App, io: Terminal, baseUrl: string): Promise<void> {
  const trials = await listTrials(app, baseUrl);
  print(io, `\nTepal ${programVersion} listens at ${baseUrl}/`);
  print(io, `API explorer: ${baseUrl}/api/explorer/`);
  if (trials.length > 0) {
    print(io, `Sample account: ${sampleAccount.username}, password ${sampleAccount.password}`);
    print(io, '\nTry in another terminal: get a token, read a task, create one.\n');
    for (const line of trials) print(io, line);
  }
  print(io, '\nCtrl-C stops it.');
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host);

export const evaluateCommand = defineCommand({
  name: 'evaluate',
  operands: [],
  flags: listenFlags,
  summary: 'Start the server with sample projects, over plain HTTP on this computer; "npm start" runs this',
  async run({ flags, folder, io }) {
    growSlowly();
    const address = readListenFlags(flags);
    if (!isLoopback(address.host)) {
      warn(io, `tepal: warning: others can reach ${address.host}, over plain HTTP and with a password that is public`);
    }
    // Of a database elsewhere only the folder tells whether it was used before.
    const isNew = usesServer(folder) ? !existsSync(folder) : !hasDatabase(folder);
    if (isNew) await openPlainHttp(folder, io);
    const work = async (app: App): Promise<void> => {
      if (existsSync(unfinishedFile(folder))) await loadSamples(app, io);
      await hintAtPlainHttp(app, io);
      const listening = {
        ...address,
        otherPort: (port: number) => `npm start -- --port ${port}`,
        announce: (baseUrl: string) => announce(app, io, baseUrl),
      };
      await serveUntilStopped(app, listening, io);
    };
    const { host, port } = address;
    const links = port === 0 ? {} : { fallbackUrl: formatOrigin('http', host, port) };
    await withNewFolder(folder, io, work, { logLevel: 'warn', ...links });
  },
});
