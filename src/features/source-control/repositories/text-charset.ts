// What texts of a repository are taken for that have no mark and are no UTF-8.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { findEncoding, usualCharset } from '../../../platform/texts/text-encoding.ts';
import type { RepositoryRow } from './git.store.ts';

/** As `TextDecoder` calls it. */
export const charsetOf = ({ text_encoding: encoding }: Pick<RepositoryRow, 'text_encoding'>): string =>
  encoding === '' ? usualCharset : encoding;

/** The encoding by its own name; empty for none. Throws invalid for one that is unknown, or that texts tell by themselves. */
export function readEncoding(label: string): string {
  if (label === '') return '';
  const encoding = findEncoding(label);
  if (encoding === undefined || encoding.startsWith('utf-'))
    throw invalid(
      says('git.encoding')`is not a known encoding; use one such as windows-1251, or leave it empty`,
      'text_encoding',
    );
  return encoding;
}
