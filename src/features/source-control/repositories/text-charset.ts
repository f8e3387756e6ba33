// What texts of a repository are taken for that have no mark and are no UTF-8.
import { usualCharset } from '../../../platform/texts/text-encoding.ts';
import type { RepositoryRow } from './git.store.ts';

/** As `TextDecoder` calls it. */
export const charsetOf = ({ text_encoding: encoding }: Pick<RepositoryRow, 'text_encoding'>): string =>
  encoding === '' ? usualCharset : encoding;
