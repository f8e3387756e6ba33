// A text in Markdown as what it says; others as they are written.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import { useSelf } from '../../../platform/session.ts';
import { Loading } from '../../../ui/feedback/async-states.tsx';
import { Markup } from '../../../ui/markdown/markup.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../code.module.css';
import { fileQuery } from '../source-control.queries.ts';
import { isMarkdown, resolveLinks } from './readme.ts';

interface Props {
  id: number;
  projectId: number | undefined;
  reference: string;
  path: string;
}

/** What the text says. */
export function ReadText({ id, projectId, reference, path }: Props): ReactNode {
  const isSignedIn = useSelf() !== undefined;
  const { data } = useQuery(fileQuery(id, reference, path));
  const text = data?.kind === 'text' ? data.text : undefined;
  const mayRender = isSignedIn && projectId !== undefined && isMarkdown(path);
  const { data: rendered, error } = useQuery({
    queryKey: ['code', 'rendered', id, reference, path],
    queryFn: () => {
      const body = { text: text ?? '', format: 'commonmark' as const };
      return take(api.POST('/projects/{id}/markup_preview', { params: { path: { id: projectId ?? 0 } }, body }));
    },
    enabled: mayRender && text !== undefined,
    retry: false,
  });
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  return (
    <div className={ui.cardBody}>
      {rendered !== undefined ? (
        <Markup html={resolveLinks(rendered.html, { id, ref: reference, folder })} />
      ) : text !== undefined && (!mayRender || error !== null) ? (
        <pre className={css.plain}>{text}</pre>
      ) : (
        <Loading lines={3} />
      )}
    </div>
  );
}

/** Below a folder. */
export function ReadmeView(props: Props): ReactNode {
  const { id, reference, path } = props;
  const { data } = useQuery(fileQuery(id, reference, path));
  if (data !== undefined && data.kind !== 'text') return null;
  return (
    <section className={ui.card} aria-label={path}>
      <div className={css.fileHead}>
        <strong>{path.slice(path.lastIndexOf('/') + 1)}</strong>
      </div>
      <ReadText {...props} />
    </section>
  );
}
