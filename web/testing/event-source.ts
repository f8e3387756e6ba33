// The event stream of the server for windows whose engine has none: as far as the pages use it, without connecting again.

/** Events in the text that came so far, and what is left of it for the next one. */
function cutEvents(text: string): { events: string[]; rest: string } {
  const events = text.split('\n\n');
  return { rest: events.pop() ?? '', events };
}

function readEvent(text: string): MessageEvent<string> | undefined {
  let [kind, data, id] = ['message', '', ''];
  for (const line of text.split('\n')) {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name === 'event') kind = value;
    else if (name === 'data') data += value;
    else if (name === 'id') id = value;
  }
  return data === '' ? undefined : new MessageEvent(kind, { data, lastEventId: id });
}

const open = new Set<PageEventSource>();

/** Ends all streams of this document, as its browser does when it leaves it. */
export function closeEventSources(): void {
  for (const source of open) source.close();
}

/** Stands for the class of browsers. */
export class PageEventSource extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readyState: number = PageEventSource.CONNECTING;
  readonly #ended = new AbortController();

  constructor(url: string) {
    super();
    open.add(this);
    void this.#follow(url);
  }

  close(): void {
    this.readyState = PageEventSource.CLOSED;
    open.delete(this);
    this.#ended.abort();
  }

  async #follow(url: string): Promise<void> {
    try {
      const { ok, body } = await fetch(url, { headers: { accept: 'text/event-stream' }, signal: this.#ended.signal });
      if (ok && body !== null) {
        this.readyState = PageEventSource.OPEN;
        this.dispatchEvent(new Event('open'));
        await this.#read(body);
      }
    } catch {
      // Whatever ended it, whoever listens learns of it by an event, as of browsers.
    }
    if (this.readyState === PageEventSource.CLOSED) return;
    this.close();
    this.dispatchEvent(new Event('error'));
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (let text = ''; ;) {
      const { done, value } = await reader.read();
      if (done) return;
      const { events, rest } = cutEvents(text + decoder.decode(value, { stream: true }));
      text = rest;
      for (const one of events) {
        const event = readEvent(one);
        if (event !== undefined) this.dispatchEvent(event);
      }
    }
  }
}
