import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../errors.ts';
import { finishNow } from '../concurrency/time-slices.ts';
import { readBody } from '../http/formats/body.ts';
import * as steps from './xml-read.ts';
import type { XmlElement } from './xml-read.ts';

const { defaultXmlLimits, membersOfXml } = steps;
const readXml = (text: string, limits = defaultXmlLimits): XmlElement => finishNow(steps.readXml(text, limits));
const readUntypedXml = (element: XmlElement): unknown => finishNow(steps.readUntypedXml(element));

const refused: [name: string, text: string, message: RegExp][] = [
  ['nothing', '', /document must contain a root|no root/],
  ['plain text', 'hello', /line 1/],
  ['another root', '<response/>', /root element is `response`; it must be `request`/],
  ['a key on the root', '<request key="a"/>', /attribute `key`/],
  ['two roots', '<request/><request/>', /malformed/],
  ['text after the root', '<request/>x', /malformed/],
  ['an unclosed element', '<request>\n<a>\n</request>', /line 3, column \d+: the XML is malformed/],
  ['a document type', '<!DOCTYPE request><request/>', /DOCTYPE/],
  [
    'an entity bomb',
    '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><request>&b;</request>',
    /document type \(DOCTYPE\) is not allowed/,
  ],
  ['an external entity', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><request>&x;</request>', /DOCTYPE/],
  ['an unknown entity', '<request>&nbsp;</request>', /malformed: unknown entity/],
  ['an entity named like a prototype', '<request>&constructor;</request>', /unknown entity/],
  ['a reference to a control character', '<request>&#1;</request>', /malformed/],
  ['a raw control character', '<request>\u0001</request>', /malformed/],
  ['an instruction', '<request><?php echo 1 ?></request>', /instruction `php`/],
  ['a stylesheet', '<?xml-stylesheet href="x"?><request/>', /instruction `xml-stylesheet`/],
  ['a prefix', '<request><a:b/></request>', /`a:b` has a namespace prefix/],
  ['a namespace', '<request xmlns="urn:x"/>', /attribute `xmlns`/],
  ['an attribute', '<request><tracker id="1"/></request>', /attribute `id`; the only attribute is `key`/],
  ['a key on another element', '<request><a key="b"/></request>', /attribute `key`/],
  ['text beside elements', '<request>a<b/></request>', /both elements and text/],
  ['an XML 1.1 character', '<?xml version="1.1"?><request>&#1;</request>', /malformed/],
  ['too deep', '<request>' + '<a>'.repeat(32) + '</a>'.repeat(32) + '</request>', /more than 32 deep/],
];
for (const [name, text, message] of refused) {
  test(`readXml refuses ${name}`, () => {
    assert.throws(
      () => readXml(text),
      (error) => error instanceof DomainError && error.kind === 'invalid' && message.test(error.message),
    );
  });
}

test('readXml refuses what exceeds its limits', () => {
  const limits = { ...defaultXmlLimits, elementsMax: 3, lengthMax: 60 };
  assert.equal(readXml('<request><a/><a/></request>', limits).children.length, 2);
  assert.throws(() => readXml('<request><a/><a/><a/></request>', limits), /more than 3 elements/);
  assert.throws(() => readXml(`<request>${'x'.repeat(60)}</request>`, limits), /at most 60/);
});

const accepted: [name: string, text: string, value: unknown][] = [
  ['nothing', '<request/>', ''],
  [
    'a declaration, a byte order mark, comments',
    '\uFEFF<?xml version="1.0"?><!-- x --><request>a<!-- y -->b</request>',
    'ab',
  ],
  [
    'the five entities and references',
    '<request>&amp;&lt;&gt;&quot;&apos;&#65;&#x1F600;&#13;</request>',
    '&<>"\'A\u{1F600}\r',
  ],
  ['character data', '<request><a><![CDATA[<b>&amp;]]></a></request>', { a: '<b>&amp;' }],
  ['white space in text', '<request><a> x\n </a></request>', { a: ' x\n ' }],
  ['white space between elements', '<request>\n  <a>1</a>\n</request>', { a: '1' }],
  ['a list', '<request><item>1</item><item><a/></item></request>', ['1', { a: '' }]],
  ['a list of one', '<request><ids><item>1</item></ids></request>', { ids: ['1'] }],
  ['a name that is no XML name', '<request><item key="2nd">x</item></request>', { '2nd': 'x' }],
  ['a member called item', '<request><item>1</item><a>2</a></request>', { item: '1', a: '2' }],
  ['the deepest', '<request>' + '<a>'.repeat(31) + '</a>'.repeat(31) + '</request>', undefined],
];
for (const [name, text, value] of accepted) {
  test(`readXml reads ${name}`, () => {
    const read = readUntypedXml(readXml(text));
    if (value !== undefined) assert.deepEqual(read, value);
  });
}

test('names stand once in an object and __proto__ never', () => {
  const twice = readXml('<request>\n<a/><b/>\n<a/></request>');
  assert.throws(() => membersOfXml(twice, false), /line 3, column \d+: `a` stands twice in `request`/);
  assert.throws(() => readUntypedXml(readXml('<request><__proto__><x/></__proto__></request>')), /__proto__/);
  assert.throws(() => readUntypedXml(readXml('<request><item key="__proto__"/></request>')), /__proto__/);
});

/** After how many steps the XML is refused. */
function countSteps(text: string): number {
  const reading = steps.readXml(text);
  for (let count = 0; ; count += 1) {
    try {
      if (reading.next().done === true) throw new Error('it was read');
    } catch (error) {
      if (error instanceof DomainError) return count;
      throw error;
    }
  }
}

test('readXml refuses in the step that exceeds a bound, whatever follows', () => {
  const attributes = Array.from({ length: 100_000 }, (_, n) => ` a${n}=""`).join('');
  assert.equal(countSteps(`<request><a${attributes}/></request>`), 0);
  assert.equal(countSteps(`<request><item key="a"${' key=""'.repeat(100_000)}/></request>`), 0);
  assert.ok(countSteps(`<request>${'<!---->'.repeat(1_000_000)}`) < 90);
  assert.ok(countSteps(`<request>${'&lt;'.repeat(2_000_000)}`) < 250);
  assert.ok(countSteps(`<request>${'<a>'.repeat(1_000_000)}`) < 2);
});

test('readXml takes a text of any length in many steps', () => {
  const reading = steps.readXml(`<request>${'x<!-- -->&amp;'.repeat(50_000)}</request>`);
  let count = 0;
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done === true) {
      assert.equal(step.value.text, 'x&'.repeat(50_000));
      break;
    }
    count += 1;
  }
  assert.ok(count > 80, `${count} steps`);
});

test('a mark counts more than the charset of the Content-Type, and `utf-16` is judged by the bytes', () => {
  const text = '<request><a>é</a></request>';
  const little = Buffer.from(text, 'utf16le');
  const big = Buffer.from(text, 'utf16le').swap16();
  const rows: [charset: string, bytes: Buffer][] = [
    ['utf-16', Buffer.concat([Buffer.from([0xfe, 0xff]), big])],
    ['utf-16', Buffer.concat([Buffer.from([0xff, 0xfe]), little])],
    ['utf-16', big],
    ['UTF-16', little],
    ['utf-16be', big],
    ['utf-16le', little],
    ['utf-16le', Buffer.concat([Buffer.from([0xfe, 0xff]), big])],
    ['iso-8859-1', Buffer.from(`\ufeff${text}`)],
    ['iso-8859-1', Buffer.from(text, 'latin1')],
  ];
  const wanted = finishNow(readBody(Buffer.from(text), 'application/xml', true));
  for (const [charset, bytes] of rows)
    assert.deepEqual(
      finishNow(readBody(bytes, `application/xml; charset=${charset}`, true)),
      wanted,
      `${charset} ${bytes.toString('hex', 0, 4)}`,
    );
});
