// `tepal ldap`: the directory that knows people and groups.
import { closeSync, fsyncSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderTemplate, templateNames } from './template.ts';
import type { ServerSurvey } from './survey.service.ts';
import type { GroupReport } from './sync.service.ts';
import { conflict } from '../../platform/errors.ts';
import { textOf } from '../../platform/texts/said.ts';
import { defineCommand, listFlags, print, UsageError, warn } from '../../platform/command-line/command.ts';
import type { Command, Terminal, WithFolder } from '../../platform/command-line/command.ts';
import { printList } from '../../platform/command-line/text-table.ts';
import type { createDirectoryFeature } from './feature.ts';

type Open = WithFolder<{ features: Pick<ReturnType<typeof createDirectoryFeature>, 'directory'> }>;

const ldapTemplate = defineCommand({
  name: 'ldap template',
  operands: ['TYPE'],
  flags: { print: { type: 'boolean', meaning: 'print it instead' } },
  summary: `Write a conf/ldap.inc template for a directory type: ${templateNames.join(' or ')}`,
  async run({ operands: { TYPE: type }, flags, folder, io }) {
    const name = templateNames.find((known) => known === type);
    if (name === undefined) throw new UsageError(`TYPE can't be "${type}"; use ${templateNames.join(' or ')}`);
    const text = renderTemplate(name);
    if (flags.print === true) return void io.output.write(text);
    const file = join(folder, 'conf', 'ldap.inc');
    mkdirSync(join(folder, 'conf'), { recursive: true });
    writeNewFile(file, text);
    print(io, `${file} is ready; replace the example values, then run "tepal ldap check"`);
  },
});

/** Readable by its owner alone; throws conflict where there is such a file. */
function writeNewFile(file: string, text: string): void {
  let handle: number;
  try {
    handle = openSync(file, 'wx', 0o600);
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw isThere ? conflict(`${file} already exists; use --print to print the template`) : error;
  }
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

const shownPeople = 5;

const ldapCheck = (withFolder: Open): Command =>
  defineCommand({
    name: 'ldap check',
    operands: [],
    flags: {},
    summary: 'Connect and sign in to each directory server, and show what it finds',
    run: ({ folder, io }) =>
      withFolder(folder, io, async ({ features }) => {
        const surveys = await features.directory.checkServers();
        for (const { server, problem, people, groups, ...others } of surveys) {
          print(io, `${server}: ${problem ?? `responds; ${people.length} users on the first page, ${groups} groups`}`);
          printPeople(io, people.slice(0, shownPeople), false);
          printOthers(io, others);
        }
        const broken = surveys.filter(({ problem }) => problem !== undefined).length;
        if (surveys.length === 0) throw conflict('no directory server is configured; set sys_ldap_server');
        if (broken > 0) throw conflict(`${broken} of ${surveys.length} servers can't be used`);
      }),
  });

function printOthers(
  io: Terminal,
  {
    unable,
    unableCount,
    renamed,
    renamedCount,
  }: Pick<ServerSurvey, 'unable' | 'unableCount' | 'renamed' | 'renamedCount'>,
): void {
  if (unableCount > 0) print(io, `${unableCount} can't sign in:`);
  for (const reason of unable) print(io, `  ${reason}`);
  if (unableCount > unable.length) print(io, `  and ${unableCount - unable.length} more`);
  if (renamedCount > 0) print(io, `${renamedCount} have accounts with other names:`);
  for (const { username, account } of renamed) print(io, `  ${username}: ${account}`);
  if (renamedCount > renamed.length) print(io, `  and ${renamedCount - renamed.length} more`);
}

interface Shown {
  username: string;
  realName: string;
  email: string;
  ldapId: string;
  isDisabled: boolean;
}

function printPeople(io: Terminal, people: readonly Shown[], isJson: boolean | undefined): void {
  const rows = people.map((person) => ({
    username: person.username,
    real_name: person.realName,
    email: person.email,
    ldap_id: person.ldapId,
    disabled: person.isDisabled,
  }));
  if (rows.length > 0 || isJson === true)
    printList(io, rows, ['username', 'real_name', 'email', 'ldap_id', 'disabled'], isJson);
}

const ldapSearch = (withFolder: Open): Command =>
  defineCommand({
    name: 'ldap search',
    operands: ['TEXT'],
    flags: listFlags,
    summary: 'Find users in the directory by name or e-mail address, at most 50',
    async run({ operands: { TEXT: contains }, flags, folder, io }) {
      if (contains === '') throw new UsageError('TEXT is empty');
      await withFolder(folder, io, async ({ features }) =>
        printPeople(io, await features.directory.search(contains), flags.json),
      );
    },
  });

const describeGroup = ({ group, source, joined, left, problem }: GroupReport): string =>
  `group ${group} is bound to ${source}: ${joined} added, ${left} removed${problem === undefined ? '' : `; ${textOf(problem)}`}`;

const ldapSync = (withFolder: Open): Command =>
  defineCommand({
    name: 'ldap sync',
    operands: [],
    flags: {
      'dry-run': { type: 'boolean', meaning: 'show changes without applying them' },
      json: { type: 'boolean', meaning: 'prints JSON' },
    },
    summary: 'Synchronise accounts and bound groups with the directory, as nightly with sys_ldap_daily_sync = 1',
    run: ({ flags, folder, io }) =>
      withFolder(folder, io, async ({ features }) => {
        const isDryRun = flags['dry-run'] === true;
        const report = await features.directory.synchronise({ isDryRun });
        if (flags.json === true) print(io, JSON.stringify(report, undefined, 2));
        else {
          print(io, `${report.people} users in the directory, ${report.accounts} linked accounts`);
          const verb = isDryRun ? 'would be suspended' : 'suspended';
          for (const name of report.suspended) print(io, `${name}: ${verb}`);
          for (const group of report.groups) print(io, describeGroup(group));
        }
        if (report.refusal !== undefined) throw conflict(report.refusal);
      }),
  });

const ldapBind = (withFolder: Open): Command =>
  defineCommand({
    name: 'ldap bind',
    operands: ['GROUP', 'DN'],
    flags: { 'keep-members': { type: 'boolean', meaning: 'keep members who are not in the directory group' } },
    summary:
      'Bind a user group, by its ID such as 105 or 101_3, to a directory group, by its distinguished or plain name',
    run: ({ operands: { GROUP: group, DN: name }, flags, folder, io }) =>
      withFolder(folder, io, async ({ features }) =>
        print(io, describeGroup(await features.directory.bindings.bind(group, name, flags['keep-members'] === true))),
      ),
  });

const ldapUnbind = (withFolder: Open): Command =>
  defineCommand({
    name: 'ldap unbind',
    operands: ['GROUP'],
    flags: {},
    summary: 'Unbind a user group from the directory; its members stay and can be edited again',
    run: ({ operands: { GROUP: group }, folder, io }) =>
      withFolder(folder, io, async ({ features }) => {
        await features.directory.bindings.unbind(group);
        warn(io, `group ${group} is no longer bound to the directory`);
      }),
  });

const ldapBindings = (withFolder: Open): Command =>
  defineCommand({
    name: 'ldap bindings',
    operands: [],
    flags: listFlags,
    summary: 'List user groups that are bound to directory groups',
    run: ({ flags, folder, io }) =>
      withFolder(folder, io, async ({ features }) => {
        const rows = (await features.directory.bindings.list()).map(({ group, label, dn, keepsOthers }) => ({
          group,
          label,
          dn,
          keeps_members: keepsOthers,
        }));
        printList(io, rows, ['group', 'label', 'dn', 'keeps_members'], flags.json);
      }),
  });

export const ldapCommands = (withFolder: Open): Command[] => [
  ldapTemplate,
  ldapCheck(withFolder),
  ldapSearch(withFolder),
  ldapSync(withFolder),
  ldapBind(withFolder),
  ldapUnbind(withFolder),
  ldapBindings(withFolder),
];
