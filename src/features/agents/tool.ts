// What a tool is: a name, a schema, and calls of routes of the API.
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { compileDecoder } from '../../platform/wire/decode.ts';
import type { InnerAnswer, InnerCall } from '../../platform/http/index.ts';

/** Calls a route as the person whom the agent works for. Throws what the route does. */
export type Ask = (call: InnerCall) => Promise<InnerAnswer>;

interface ToolSpec<Input extends TSchema> {
  name: string;
  title: string;
  /** For the model: what it does, and what comes back. */
  description: string;
  input: Input;
  /** Whether it changes something. */
  writes?: true;
  run(ask: Ask, input: Static<Input>): Promise<unknown>;
}

/** A tool whose input's type is forgotten. */
export interface Tool extends Omit<ToolSpec<TSchema>, 'run'> {
  /** Throws invalid with the path of what the schema refuses. */
  run(ask: Ask, input: unknown): Promise<unknown>;
}

/** The input is decoded by its schema before `run` sees it. */
export function defineTool<Input extends TSchema>({ run, ...facts }: ToolSpec<Input>): Tool {
  let decode: ReturnType<typeof compileDecoder<Input>> | undefined;
  return {
    ...facts,
    run: (ask, input) => run(ask, (decode ??= compileDecoder(facts.input))(input ?? {}, 'json')),
  };
}

export const Id = (description: string) => Type.Integer({ minimum: 1, description });

/** Entries of one page that a tool gives. */
const pageMax = 50;

/** Input of tools that give a page; small by default, because all of it is read by a model. */
export const page = {
  limit: Type.Integer({ default: 10, minimum: 1, maximum: pageMax, description: 'Entries on a page.' }),
  offset: Type.Integer({ default: 0, minimum: 0, description: 'Entries to skip before the page starts.' }),
};

/** The page as a route's query. */
export const pageQuery = ({ limit, offset }: { limit: number; offset: number }): Record<string, string> => ({
  limit: String(limit),
  offset: String(offset),
});

/** A page of a list, and where the next one starts; nothing where it is the last. */
export function showPage(
  { headers }: InnerAnswer,
  entries: readonly unknown[],
  { offset }: { offset: number },
): Record<string, unknown> {
  const total = Number(headers.get('x-pagination-size') ?? entries.length);
  const next = offset + entries.length;
  return { entries, total, ...(next < total && entries.length > 0 ? { next_offset: next } : {}) };
}
