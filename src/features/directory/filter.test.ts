// Conditions as filters of RFC 4515, which the client prints for what it sends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as ldapts from 'ldapts';
import { toFilter } from './filter.ts';
import type { Condition } from './filter.ts';

const rows: [condition: Condition, filter: string][] = [
  [{ attribute: 'uid', equals: 'ada' }, '(uid=ada)'],
  [{ attribute: 'uid', equals: '*)(uid=*' }, '(uid=\\2a\\29\\28uid=\\2a)'],
  [{ attribute: 'uid', equals: 'a\0b\\' }, '(uid=a\\00b\\5c)'],
  [{ attribute: 'cn', contains: 'a*b' }, '(cn=*a\\2ab*)'],
  [{ attribute: 'uid', isPresent: true }, '(uid=*)'],
  [
    {
      all: [
        { attribute: 'objectClass', equals: 'user' },
        {
          any: [
            { attribute: 'memberOf', equals: 'cn=a' },
            { attribute: 'memberOf', leadsTo: 'cn=a' },
          ],
        },
      ],
    },
    '(&(objectClass=user)(|(memberOf=cn=a)(memberOf:1.2.840.113556.1.4.1941:=cn=a)))',
  ],
];

for (const [condition, filter] of rows)
  test(`${filter} is what is asked for`, () => {
    assert.equal(toFilter(ldapts, condition).toString().toLowerCase(), filter.toLowerCase());
  });
