// What a refusal says of input that does not fit its schema: what came and what is expected, as the predicate of a sentence.
import type { TLocalizedValidationError } from 'typebox/error';
import { either, says, textOf } from '../texts/said.ts';
import type { Said } from '../texts/said.ts';
import { isObject } from './decode-plan.ts';
import type { Plan } from './decode-plan.ts';
import { describeJson, scalarNames } from './json-read.ts';

/** What came, as JSON shows it. */
export const cameAs = (value: unknown, showsNumber: boolean): Said =>
  says('body.came')`is ${describeJson(value, showsNumber)}`;

/** What the plan takes. */
export function expected(plan: Plan, listName: Said): Said {
  if (plan.kind === 'list') return listName;
  if (plan.kind === 'union') {
    const options = plan.options.map((option) => expected(option.plan, listName));
    return { ...either(options), text: options.map(textOf).join(' or ') };
  }
  if (plan.kind === 'object') return says('body.object')`an object`;
  if (plan.kind === 'untyped') return says('body.any')`a value`;
  if (plan.kind !== 'choice') return scalarNames[plan.kind];
  const values = plan.values.map((value) => JSON.stringify(value)).join(', ');
  return plan.values.length > 1 ? says('body.one-of')`one of ${values}` : says('body.just')`${values}`;
}

/** Why TypeBox's checker refuses the value. */
export function explainError({ keyword, params, message }: TLocalizedValidationError, value: unknown): Said {
  if ('limit' in params) return explainLimit(keyword, params.limit, value);
  const came = cameAs(value, true);
  if ('pattern' in params) return says('body.pattern')`${came}; it must match the pattern ${String(params.pattern)}`;
  if ('format' in params) return says('body.format')`${came}; the format ${params.format} is expected`;
  return says('body.unfit')`${came}; it ${message}`;
}

/** Which limit of the schema the value is beyond; `keyword` is the schema's. */
export function explainLimit(keyword: string, limit: number | bigint, value: unknown): Said {
  const allowed = allowedBy(keyword, String(limit));
  if (typeof value === 'number') return says('body.limit')`is ${value}; ${allowed} is allowed`;
  if (value === '') return says('body.empty')`is empty; text is expected`;
  if (typeof value === 'string') {
    return says('body.length')`is ${countCharacters(value)} characters long; ${allowed} are allowed`;
  }
  const count = isObject(value) || Array.isArray(value) ? Object.keys(value).length : 0;
  return says('body.entries')`has ${count} entries; ${allowed} are allowed`;
}

function allowedBy(keyword: string, limit: string): Said {
  if (keyword === 'exclusiveMaximum') return says('limit.less')`less than ${limit}`;
  if (keyword === 'exclusiveMinimum') return says('limit.more')`more than ${limit}`;
  return keyword.startsWith('max') ? says('limit.most')`at most ${limit}` : says('limit.least')`at least ${limit}`;
}

/** A character outside of the basic plane counts once. */
function countCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) count += 1;
  return count;
}
