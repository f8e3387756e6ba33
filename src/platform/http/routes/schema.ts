// Pieces of schemas that every feature's wire shapes are made of.
import { Type } from 'typebox';
import type { Static, TObjectOptions, TProperties, TSchema, TStringOptions } from 'typebox';
import { i18nOf } from '../../texts/said.ts';
import type { Said } from '../../texts/said.ts';
import { shapeCheck } from '../../texts/shape.ts';

/** The schema, or null. */
export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/**
 * An object of a request that refuses names it does not know, because what one of them meant to say would be lost.
 * `shown` are names that answers have in its place: they may be sent back and say nothing.
 */
export const Closed = <P extends TProperties>(
  properties: P,
  shown: readonly string[] = [],
  options: TObjectOptions = {},
) =>
  Type.Object(properties, {
    ...options,
    additionalProperties: false,
    'x-ignored': shown.filter((name) => !(name in properties)),
  });

/** Of OpenAPI, as extensions are spelt there: the text is a secret. */
const mark = { 'x-secret': true, format: 'password' } as const;

/** A secret that requests bring, such as a password. */
export const SentSecret = (options: TStringOptions = {}) => Type.String({ ...mark, writeOnly: true, ...options });

/** A secret that answers tell, such as a token. */
export const ShownSecret = (options: TStringOptions = {}) => Type.String({ ...mark, readOnly: true, ...options });

/** Whether a schema has a secret anywhere inside. */
export const hasSecret = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  (('x-secret' in schema && schema['x-secret'] === true) || Object.values(schema).some(hasSecret));

/** A path parameter that is the number of something. Negative ones and zero are asked for by old clients and simply name nothing. */
export const IdParams = Type.Object({
  id: Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
});

/** The sentence of a refusal without its English words, for programs that say it in another language. */
export const I18nMessage = Type.Object(
  {
    key: Type.String({
      description: 'The name of the sentence, such as field.required, which stays when its words change.',
    }),
    params: Type.Array(Type.Unknown(), {
      description: 'What fills its places, in order: texts, or parts of the sentence, which are such objects again.',
    }),
  },
  { description: 'The message by its name and parameters, where it has a name.' },
);

/** All that is wrong with a request, where it asks for that. */
export const Mistakes = {
  i18n_error_messages: Type.Optional(
    Type.Array(Type.String(), { description: 'Every mistake, where a request asks for all of them.' }),
  ),
  i18n_messages: Type.Optional(
    Type.Array(Nullable(I18nMessage), { description: 'The same, by their names; null for one without.' }),
  ),
};

/** The error body of every refusal (spec ruling 6). */
export const ErrorBody = Type.Object({
  error: Type.Object({
    code: Type.Integer({ description: 'The HTTP status again.' }),
    message: Type.String(),
    reason: Type.Optional(
      Type.String({ description: 'A word for programs, such as password-expired, where the status leaves it open.' }),
    ),
    i18n: Type.Optional(I18nMessage),
    i18n_error_message: Type.Optional(Type.String()),
    ...Mistakes,
  }),
});

const isI18nMessage = shapeCheck(I18nMessage);

/** JSON of the name and the parameters; empty for words without a name. */
export const storeI18n = (sentence: string | Said): string =>
  typeof sentence === 'string' ? '' : JSON.stringify(i18nOf(sentence));

/** What answers have of it; nothing where the words have no name. Throws for a row that no version of the server wrote. */
export function readI18n(json: string): { i18n?: Static<typeof I18nMessage> } {
  if (json === '') return {};
  const i18n: unknown = JSON.parse(json);
  if (!isI18nMessage(i18n)) throw new Error('a stored sentence has no name');
  return { i18n };
}
