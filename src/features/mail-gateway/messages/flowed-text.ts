// Texts whose lines were broken to fit (RFC 3676, format=flowed): puts paragraphs together again.
import { quoteLine } from './quote-marks.ts';

interface FlowedLine {
  depth: number;
  content: string;
}

/** 4.2, in its order: quote marks are counted, then a space that was stuffed in goes. */
function readLine(line: string): FlowedLine {
  const depth = /^>*/.exec(line)?.[0].length ?? 0;
  const content = line.slice(depth);
  return { depth, content: content.startsWith(' ') ? content.slice(1) : content };
}

const separator = '-- ';

/** Lines of spaces alone are empty ones: they part paragraphs. */
const endsFlowed = ({ content }: FlowedLine): boolean =>
  content.endsWith(' ') && content !== separator && content.trim() !== '';

/** Whether `line` goes on with a flowed one: not at another quote depth, nor as a signature separator (4.1), nor where it is empty. */
const continues = (line: FlowedLine, depth: number): boolean =>
  line.depth === depth && line.content !== separator && line.content.trim() !== '';

/** One line for each paragraph. `delSp`: the space at the end of a flowed line was put there to break it. */
export function unfoldFlowed(text: string, { delSp }: { delSp: boolean }): string {
  const paragraphs: string[] = [];
  let pieces: string[] = [];
  let depth = 0;
  let isOpen = false;
  const close = (): void => {
    if (pieces.length > 0) paragraphs.push(quoteLine(depth, pieces.join('')));
    pieces = [];
  };
  for (const raw of text.split(/\r\n|\n|\r/)) {
    const line = readLine(raw);
    if (!isOpen || !continues(line, depth)) close();
    depth = line.depth;
    isOpen = endsFlowed(line);
    pieces.push(isOpen && delSp ? line.content.slice(0, -1) : line.content);
  }
  close();
  return paragraphs.join('\n');
}
