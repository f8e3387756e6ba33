// What an archive says of pull requests: an index, and files with a line for each pull request, comment and event.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Person } from '../../source-control/index.ts';
import { concerns, mergeMethods } from '../merging/merge-rules.ts';

/** What every engine stores. */
const text = (maxLength: number) => Type.String({ maxLength, pattern: '^[^\\u0000]*$' });
const nullable = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

const hash = Type.String({ pattern: '^[0-9a-f]{40,64}$' });
const optionalHash = Type.String({ pattern: '^(?:[0-9a-f]{40,64})?$' });
const branch = text(255);
const name = text(255);
const content = text(1_000_000);
const format = Type.Enum(['text', 'commonmark']);
/** null: nobody whom Tepal knows. */
const by = nullable(Person);

const ArchivedRules = Type.Object({
  methods: Type.Array(Type.Enum([...mergeMethods]), { minItems: 1, maxItems: mergeMethods.length }),
  required_approvals: Type.Integer({ minimum: 0 }),
  required_reviewers: Type.Array(Person),
  required_checks: Type.Array(text(100)),
  requires_resolved_threads: Type.Optional(Type.Boolean()),
  open_threads: Type.Optional(Type.Enum([...concerns])),
  missing_reviews: Type.Optional(Type.Enum([...concerns])),
  outdated_approvals: Type.Optional(Type.Enum([...concerns])),
});
export type ArchivedRules = Static<typeof ArchivedRules>;

export const ArchivedPulls = Type.Object({
  version: Type.Literal(1),
  /** How many lines each of the files beside has. */
  pulls: Type.Integer({ minimum: 0 }),
  comments: Type.Integer({ minimum: 0 }),
  events: Type.Integer({ minimum: 0 }),
  /** Rules of merging, of the project and of repositories by their names. */
  rules: nullable(ArchivedRules),
  repositories: Type.Array(Type.Object({ name, rules: ArchivedRules })),
  people: Type.Array(Person),
});
export type ArchivedPulls = Static<typeof ArchivedPulls>;

export const ArchivedPull = Type.Object({
  /** Of this archive alone: those that are made of it are numbered anew. */
  id: Type.Integer(),
  repository: name,
  /** Name of the fork that has the branch; empty where it is of another project or gone; null: the same repository. */
  fork: nullable(name),
  branch_src: branch,
  branch_dest: branch,
  head_hash: hash,
  dest_hash: hash,
  merge_hash: optionalHash,
  title: text(2000),
  description: content,
  description_format: format,
  by,
  created_at_ms: Type.Integer(),
  status: Type.Enum(['review', 'merge', 'abandon']),
  status_by: by,
  status_at_ms: nullable(Type.Integer()),
  reviewers: Type.Array(Person),
  verdicts: Type.Array(
    Type.Object({ by: Person, verdict: Type.Enum(['approve', 'changes']), head_hash: hash, at_ms: Type.Integer() }),
  ),
  labels: Type.Array(Type.Object({ label: text(1000), is_outline: Type.Boolean(), color: text(100) })),
});
export type ArchivedPull = Static<typeof ArchivedPull>;

const line = nullable(Type.Integer());

export const ArchivedComment = Type.Object({
  id: Type.Integer(),
  pull: Type.Integer(),
  /** 0: it begins a thread. */
  parent_id: Type.Integer(),
  by,
  at_ms: Type.Integer(),
  edited_at_ms: nullable(Type.Integer()),
  content,
  format,
  color: text(100),
  /** Of the first of a thread that is resolved. */
  resolved: Type.Optional(Type.Object({ by, at_ms: Type.Integer() })),
  /** Of one that is about lines: the columns of its row. */
  lines: nullable(
    Type.Object({
      file_path: text(4096),
      position: Type.Enum(['left', 'right']),
      unidiff_offset: Type.Integer(),
      base_hash: hash,
      head_hash: hash,
      old_line: line,
      new_line: line,
      first_line: line,
      applied_number: line,
      applied_hash: nullable(hash),
    }),
  ),
});
export type ArchivedComment = Static<typeof ArchivedComment>;

export const ArchivedEvent = Type.Object({
  pull: Type.Integer(),
  by,
  at_ms: Type.Integer(),
  kind: Type.Enum(['update', 'rebase', 'merge', 'abandon', 'reopen', 'reviewers', 'approve', 'changes', 'withdraw']),
  /** People who became reviewers, and who no longer are. */
  added: Type.Array(Person),
  removed: Type.Array(Person),
});
export type ArchivedEvent = Static<typeof ArchivedEvent>;
