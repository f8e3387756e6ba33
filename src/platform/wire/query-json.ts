// The `query` parameter of list routes: a JSON object in a query string.
import { Type } from 'typebox';
import { DomainError, invalid } from '../errors.ts';
import { finishNow } from '../concurrency/time-slices.ts';
import { compileDecoder } from './decode.ts';
import { readJson } from './json-read.ts';

const decodeObject = compileDecoder(Type.Record(Type.String(), Type.Unknown()));

/** The object's entries; empty for no text. Throws invalid when it is not a JSON object, or one that no body could hold. */
export function readQueryObject(text: string | undefined): ReadonlyMap<string, unknown> {
  if (text === undefined || text === '') return new Map();
  const value = readText(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('must be a JSON object, such as {"is_member_of": true}', 'query');
  }
  return new Map(Object.entries(decodeObject(value, 'json')));
}

function readText(text: string): unknown {
  try {
    return finishNow(readJson(text));
  } catch (error) {
    throw error instanceof DomainError ? invalid(error.sentence, 'query') : error;
  }
}
