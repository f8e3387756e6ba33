// Wire shapes of the site's settings.
import { Type } from 'typebox';
import { settingGroups, settingKinds } from '../../settings/index.ts';

const text = Type.String({
  maxLength: 10_000,
  description: 'As the configuration files spell it, such as 1 or 0 for a flag; absent for a secret.',
});

export const Setting = Type.Object(
  {
    name: Type.String(),
    value: Type.Optional(text),
    default: Type.String(),
    source: Type.Enum(['default', 'file', 'environment', 'database'], {
      description:
        'environment: a variable overrides whatever is set; database: changed live since this process started, or on another machine.',
    }),
    place: Type.String({ description: 'File and line, or the name of the variable; empty for others.' }),
    next_value: Type.Optional({
      ...text,
      description: 'What counts after the next restart, where that is another value; absent for a secret.',
    }),
    is_live: Type.Boolean({ description: 'true: a change counts at once; false: after a restart of the server.' }),
    is_settable: Type.Boolean({
      description: 'false: only the configuration files and the environment set it, on the machine of the server.',
    }),
    is_pending: Type.Boolean({ description: 'true: the files have another value, which counts after a restart.' }),
    is_secret: Type.Boolean(),
    kind: Type.Enum([...settingKinds], { description: 'list: with commas between its items; choice: one of choices.' }),
    group: Type.Enum([...settingGroups], { description: 'What it is about; settings of one group belong together.' }),
    allowed: Type.String({ description: 'What may be set, in words.' }),
    choices: Type.Array(Type.String(), {
      description: 'Every value that may be set, where they can be listed, as for flags; empty for others.',
    }),
    unit: Type.String(),
    since: Type.String(),
    meaning: Type.String(),
  },
  { title: 'Setting' },
);

export const SettingsList = Type.Object(
  {
    settings: Type.Array(Setting),
    restart: Type.Object({
      is_possible: Type.Boolean({ description: 'Whether POST /admin/restarts restarts this server.' }),
      problem: Type.Union([Type.String(), Type.Null()], {
        description: 'Why the next start would fail, such as an unreadable file.',
      }),
    }),
  },
  { title: 'Settings' },
);

export const SettingsChange = Type.Object({
  settings: Type.Array(
    Type.Object({
      name: Type.String({ maxLength: 100 }),
      value: Type.Optional(
        Type.Union([text, Type.Null()], {
          description:
            'null, or an empty element of XML: what is written of it is removed from the files, so that its default counts again.',
        }),
      ),
    }),
    {
      maxItems: 1000,
      description: 'What is not named, or has no value, or has the one that counts already, stays as it is.',
    },
  ),
});
