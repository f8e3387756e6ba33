// The documentation page of the settings, made from the registry.
// `node src/settings/docs.ts > docs/settings.md` writes it; a test compares.

import { formatValue } from './declare.ts';
import { registry, settingNames } from './registry.ts';
import type { SettingName } from './registry.ts';

const INTRODUCTION = `# Settings

Read this page to look up a setting. It is made from the code: \`node src/settings/docs.ts > docs/settings.md\`.

Settings stand in \`conf/local.inc\` and \`conf/ldap.inc\` of the data folder, one \`$name = value;\` each:

\`\`\`php
<?php
$sys_default_domain = 'forge.example.com'; // text in single or double quotes
$sys_password_lifetime = 180;
$sys_rest_api_over_http = 0;
\`\`\`

The files are read as data and never evaluated. Allowed are texts in quotes, integers, \`true\` and \`false\`, and comments; a
list is one text with commas. Anything else, or a value that is not allowed, stops the start with file, line and what is
allowed. An unknown name is a warning.

What counts, strongest first: the environment variable (\`TEPAL_\` and the name in capitals, such as
\`TEPAL_PUBLIC_URL\`), \`conf/local.inc\`, \`conf/ldap.inc\`, the default. A setting marked live changes in the running
server, whether by \`tepal config set\`, over REST or in the file; the others need a restart. How that goes, also with several
machines: [administration.md](administration.md#settings). \`tepal config explain NAME\` says all about one. Names of the origin have
the version of the origin that they came with.
`;

const HEADINGS = ['Setting', 'Default', 'Allowed', 'Unit', 'Live', 'Origin', 'Meaning'];

function describeRow(name: SettingName): string[] {
  const { default: fallback, allowed, unit, live, onMachine, since, meaning } = registry[name];
  const value = formatValue(fallback);
  const shown = value === '' ? 'empty' : `\`${value}\``;
  const isLive = live ? 'yes' : onMachine ? 'no, files only' : 'no';
  return [`\`${name}\``, shown, allowed, unit, isLive, since.startsWith('Tepal') ? '' : since, meaning];
}

/** The whole text of docs/settings.md. */
export function renderSettingsTable(): string {
  const rows = [HEADINGS, HEADINGS.map(() => '---'), ...settingNames.map(describeRow)];
  const lines = rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  return `${INTRODUCTION}\n${lines.join('\n')}\n`;
}

if (import.meta.main) process.stdout.write(renderSettingsTable());
