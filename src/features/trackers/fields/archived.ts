// Values as archives have them, between the elements of the format and what types store.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { Definition, Field } from '../definition/definition.ts';
import type { MarkupFormat } from '../../../platform/markup/index.ts';

/** Who is meant, by one of the keys of users.xml. */
interface ArchivedUser {
  readonly format: 'username' | 'ldap' | 'id' | 'email';
  readonly value: string;
  readonly isAnonymous: boolean;
  readonly line: number;
}

/** One value of a list; `ref` is an item id as written, with or without its `V`. */
export type ArchivedListValue =
  | { readonly kind: 'ref'; readonly ref: string }
  | { readonly kind: 'label'; readonly label: string }
  | { readonly kind: 'user'; readonly user: ArchivedUser };

interface ArchivedLink {
  /** Id of an artifact of the same archive; others are dropped on import. */
  readonly artifactId: string;
  /** Link type; empty for an untyped link. */
  readonly nature: string;
}

interface ArchivedStep {
  readonly description: string;
  readonly descriptionFormat: MarkupFormat;
  readonly expectedResults: string;
  readonly expectedResultsFormat: MarkupFormat;
}

/** The new value of one field, by the kinds that the format knows. Raw text: types parse it. */
export type ArchivedValue =
  | { readonly kind: 'string' | 'int' | 'float'; readonly value: string }
  | { readonly kind: 'date'; readonly value: string }
  | { readonly kind: 'text'; readonly value: string; readonly format: MarkupFormat }
  | {
      readonly kind: 'list' | 'open_list';
      readonly bind: 'static' | 'users' | 'ugroups';
      /** Empty for none. */
      readonly values: readonly ArchivedListValue[];
    }
  | {
      readonly kind: 'computed';
      readonly manualValue: string | undefined;
      readonly isAutocomputed: boolean | undefined;
      readonly value: string | undefined;
    }
  | { readonly kind: 'file'; readonly fileRefs: readonly string[] }
  | { readonly kind: 'art_link'; readonly links: readonly ArchivedLink[] }
  | {
      readonly kind: 'permissions_on_artifact';
      readonly usePermissions: boolean;
      readonly userGroups: readonly { readonly name: string | undefined; readonly id: string | undefined }[];
    }
  | { readonly kind: 'ttmstepdef'; readonly steps: readonly ArchivedStep[] };

/** What an archive that is written calls things. */
export interface ArchiveNames {
  field: Field;
  /** Id 0 with an address is somebody without account. */
  user(id: number, email?: string): ArchivedUser;
  value(id: number): string;
  group(id: number): string | undefined;
  /** undefined for what does not go into the archive. */
  artifact(id: number): string | undefined;
  file(id: number): string | undefined;
}

/** What names in an archive that is read mean here; undefined for nothing. */
export interface ArchiveMeanings {
  field: Field;
  definition: Definition;
  nowMs: number;
  /** `none`: that nothing is chosen. */
  value(named: ArchivedListValue): number | 'none' | undefined;
  /** A value that people added to an open list. */
  openValue(named: ArchivedListValue): number | undefined;
  group(name: string): number | undefined;
  file(ref: string): number | undefined;
  /** The link as it is here, with the type that it has. */
  link(named: ArchivedLink): { id: number; type: string } | undefined;
  /** A moment as only archives write it. */
  moment(text: string): number | undefined;
  /** Tells what of a value is passed over. */
  warn(reason: Said): void;
}

export const refuseArchived = ({ kind }: ArchivedValue, { type }: Field): Error =>
  invalid(says('stored.kind')`a field of type ${type} does not accept a value of type ${kind}`);

type Plain = Extract<ArchivedValue, { kind: 'string' | 'int' | 'float' | 'text' }>;

/** A text or a number. Throws invalid for anything else. */
export function requirePlain(value: ArchivedValue, field: Field): Plain {
  if (value.kind === 'string' || value.kind === 'int' || value.kind === 'float' || value.kind === 'text') return value;
  throw refuseArchived(value, field);
}

type Listed = Extract<ArchivedValue, { kind: 'list' | 'open_list' }>;

export function requireListed(value: ArchivedValue, field: Field): Listed {
  if (value.kind === 'list' || value.kind === 'open_list') return value;
  throw refuseArchived(value, field);
}

export function warnOfValue(named: ArchivedListValue, { warn }: ArchiveMeanings): void {
  const name = named.kind === 'user' ? named.user.value : named.kind === 'label' ? named.label : named.ref;
  warn(says('left.no-value')`there is no value \`${name}\`; it is skipped`);
}
