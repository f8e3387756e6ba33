import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DomainError } from '../../errors.ts';
import { chooseErrorFormat, chooseFormat, readContentType, requireAcceptable } from './negotiation.ts';

const accepts: [accept: string | undefined, format: 'json' | 'xml' | undefined][] = [
  [undefined, 'json'],
  ['*/*', 'json'],
  ['application/*', 'json'],
  ['application/json', 'json'],
  ['APPLICATION/JSON', 'json'],
  ['application/json; charset=utf-8', 'json'],
  ['application/xml', 'xml'],
  ['application/xml;q=0.001', 'xml'],
  ['application/json;q=0.1, application/xml', 'xml'],
  ['application/json,application/xml', 'json'],
  ['application/xml,application/json', 'json'],
  ['application/xml;q=0.5, */*;q=0.5', 'json'],
  ['application/xml;q=0.6, */*;q=0.5', 'xml'],
  ['application/json;q=0, */*', 'xml'],
  ['application/json;q=0.0, application/*;q=0.3', 'xml'],
  ['application/*;q=0.2, */*;q=0.9', 'json'],
  ['application/json;q=0.1, application/json;profile="a,b;q=1", application/xml;q=0.9', 'json'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'xml'],
  ['text/html;q=1, */*;q=0.1', 'json'],
  ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'json'],
  ['application/json;q=.1, application/xml;q=.2', 'xml'],
  [' application/xml ; q=0.3 , text/html', 'xml'],
  ['application/xml;q=2, application/json', 'json'],
  ['application/xml;q=2', undefined],
  ['application/xml;q=0.1234, application/json;q=0.1', 'json'],
  [';;,,nonsense, application/xml', 'xml'],
  ['*/xml, application/json', 'json'],
  ['', undefined],
  ['   ', undefined],
  ['nonsense', undefined],
  ['text/html', undefined],
  ['text/xml', 'xml'],
  ['text/xml;q=0.5, application/json;q=0.6', 'json'],
  ['application/vnd.api+json', undefined],
  ['application/json;q=0, application/xml;q=0', undefined],
  ['*/*;q=0', undefined],
  ['constructor', undefined],
];
for (const [accept, format] of accepts) {
  test(`Accept ${JSON.stringify(accept)} gives ${format ?? 'a refusal'}`, () => {
    if (format !== undefined) assert.equal(chooseFormat(accept), format);
    else assert.throws(() => chooseFormat(accept), { kind: 'not-acceptable' });
    assert.equal(chooseErrorFormat(accept), format ?? 'json');
  });
}

const types: [header: string | undefined, format: 'json' | 'xml' | 'form' | undefined][] = [
  [undefined, 'json'],
  ['', 'json'],
  ['application/json', 'json'],
  ['Application/JSON; Charset="UTF-8"; x=y', 'json'],
  ['application/json;charset=utf8', 'json'],
  ['application/xml;charset=utf-8', 'xml'],
  ['application/x-www-form-urlencoded', 'form'],
  ['application/json;charset=iso-8859-1', undefined],
  ['application/xml;charset="windows-1252"', 'xml'],
  ['application/xml;charset=klingon', undefined],
  ['text/xml', 'xml'],
  ['text/plain', undefined],
  ['multipart/form-data; boundary=x', undefined],
  ['application/problem+json', undefined],
  ['constructor', undefined],
];
for (const [header, format] of types) {
  test(`Content-Type ${JSON.stringify(header)} gives ${format ?? 'a refusal'}`, () => {
    if (format !== undefined) assert.equal(readContentType(header), format);
    else assert.throws(() => readContentType(header), { kind: 'unsupported-media-type' });
  });
}

test('property: any header gives a format or a DomainError', () => {
  const piece = fc.constantFrom(
    'application',
    '/',
    'json',
    'xml',
    '*',
    ';',
    ',',
    'q=',
    '0.5',
    '"',
    '\\',
    ' ',
    'charset=',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((parts) => parts.join('')),
      ),
      (header) => {
        for (const read of [chooseFormat, readContentType]) {
          try {
            read(header);
          } catch (error) {
            assert.ok(error instanceof DomainError);
          }
        }
        assert.match(chooseErrorFormat(header), /^(json|xml)$/);
      },
    ),
  );
});

const csvAccepts: [accept: string | undefined, isAccepted: boolean][] = [
  [undefined, true],
  ['*/*', true],
  ['text/*', true],
  ['text/csv;q=0.1, application/json', true],
  ['application/*', false],
  ['text/html', false],
  ['text/csv;q=0, */*', false],
  ['', false],
];
for (const [accept, isAccepted] of csvAccepts) {
  test(`CSV alone ${isAccepted ? 'suits' : 'does not suit'} Accept: ${accept}`, () => {
    const check = (): void => requireAcceptable(accept, 'text/csv');
    if (isAccepted) check();
    else assert.throws(check, (error) => error instanceof DomainError && error.kind === 'not-acceptable');
  });
}
