// Reads HTTP/1.1 responses off a connection that carries one at a time, as cheaply as a load client needs it.

export interface ReadResponse {
  status: number;
  /** Length of the body that arrived. */
  bodyBytes: number;
}

export interface ResponseReader {
  /**
   * Takes what has arrived, and gives the response once it is complete. Throws Error for what is no response, has no
   * Content-Length where a body may follow, or goes on behind its end.
   */
  push(bytes: Buffer): ReadResponse | undefined;
}

const headEnd = '\r\n\r\n';
const headMaxBytes = 16_384;

/** `head` is the status line and the header lines, each with its line end. */
function parseHead(head: string): ReadResponse {
  const statusText = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1];
  if (statusText === undefined) throw new Error(`this is no HTTP/1.1 response: ${JSON.stringify(head.slice(0, 80))}`);
  const status = Number(statusText);
  if (status === 204 || status === 304) return { status, bodyBytes: 0 };
  const length = /\r\ncontent-length: *(\d+) *\r\n/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`a response with status ${status} has no Content-Length`);
  return { status, bodyBytes: Number(length) };
}

/** A reader for one connection; `push` does not keep the memory that it is given. */
export function createResponseReader(): ResponseReader {
  let beginning: Buffer | undefined;
  let current: ReadResponse | undefined;
  let missingBytes = 0;
  return {
    push(arrived) {
      let bodyBytes = arrived.length;
      if (current === undefined) {
        const bytes = beginning === undefined ? arrived : Buffer.concat([beginning, arrived]);
        const end = bytes.indexOf(headEnd);
        if (end === -1) {
          if (bytes.length > headMaxBytes) throw new Error(`the head of a response exceeds ${headMaxBytes} bytes`);
          beginning = Buffer.from(bytes);
          return undefined;
        }
        beginning = undefined;
        current = parseHead(bytes.toString('latin1', 0, end + 2));
        missingBytes = current.bodyBytes;
        bodyBytes = bytes.length - end - headEnd.length;
      }
      missingBytes -= bodyBytes;
      if (missingBytes < 0) throw new Error(`${-missingBytes} bytes follow the end of a response`);
      if (missingBytes > 0) return undefined;
      const complete = current;
      current = undefined;
      return complete;
    },
  };
}
