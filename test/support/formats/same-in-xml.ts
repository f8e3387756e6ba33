// Whether an answer in XML says what JSON says, and nothing else (spec ruling 3).
import assert from 'node:assert/strict';
import { finishNow } from '../../../src/platform/concurrency/time-slices.ts';
import { itemsOfXml, membersOfXml, readXml, scalarsOfXml } from '../../../src/platform/wire/xml-read.ts';
import type { XmlElement } from '../../../src/platform/wire/xml-read.ts';
import type { Answered, TestApp } from '../harness.ts';
import { expectRow } from '../scenario.ts';
import type { Row } from '../scenario.ts';

const parse = (answer: Answered): XmlElement =>
  finishNow(
    readXml(
      answer.text
        .replace('<response>', '<request>')
        .replace(/<\/response>\s*$/, '</request>')
        .replace('<response/>', '<request/>'),
    ),
  );

/** Walks both spellings at once: every value of the JSON must stand in the XML. */
function compare(element: XmlElement, value: unknown, path: string): void {
  if (Array.isArray(value)) {
    const items = itemsOfXml(element) ?? scalarsOfXml(element);
    assert.equal(items?.length, value.length, `${path} holds as many`);
    value.forEach((item, index) => compare(items?.[index] ?? element, item, `${path}[${index}]`));
  } else if (typeof value === 'object' && value !== null) {
    const members = membersOfXml(element, Object.hasOwn(value, 'item')) ?? new Map<string, XmlElement>();
    assert.deepEqual([...members.keys()], Object.keys(value), `names at ${path}`);
    for (const [name, part] of Object.entries(value)) compare(members.get(name) ?? element, part, `${path}.${name}`);
  } else {
    assert.equal(element.children.length, 0, path);
    assert.equal(element.text, typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value), path);
  }
}

/** Sends the row's request twice, for JSON and for XML; gives the JSON and the answer in XML, which say the same. */
export async function expectSameInXml(test: TestApp, row: Row): Promise<{ json: unknown; xml: Answered }> {
  const typed = (type: string) => ({ ...row.answers, 'content-type': `${type}; charset=utf-8` });
  const { json } = await expectRow(test, { ...row, answers: typed('application/json') });
  const headers = { ...row.headers, accept: 'application/xml' };
  const xml = await expectRow(test, { ...row, contains: [], headers, answers: typed('application/xml') });
  assert.match(xml.text, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<response/);
  compare(parse(xml), json, row.path);
  return { json, xml };
}
