// What an access key is made of: its text, its scopes. Pure.
import { Type } from 'typebox';
import { storedJson } from '../../../platform/database/index.ts';

/**
 * Scopes that a key may have; the API asks for `write:rest`, Git over HTTP for those of repositories, programs that act for
 * somebody by the Model Context Protocol for those of agents.
 */
const knownScopes: readonly string[] = [
  'write:rest',
  'write:svn',
  'read:git_repository',
  'write:git_repository',
  'read:agent',
  'write:agent',
];

export const isKnownScope = (scope: string): boolean => knownScopes.includes(scope);

export const hasScopeForm = (scope: string): boolean => /^[^\s:]+:[^\s:]+$/.test(scope);

const readStored = storedJson(Type.Array(Type.String()));

export const readScopes = (json: string): string[] => readStored(json, 'scopes of an access key');

export const writeKeyText = (id: number, secret: string): string => `tlp-k1-${id}.${secret}`;

/** Undefined for text that is no key. */
export function readKeyText(text: string): { id: number; secret: string } | undefined {
  const [, id, secret] = /^tlp-k1-(\d{1,15})\.([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  return id === undefined || secret === undefined ? undefined : { id: Number(id), secret };
}
