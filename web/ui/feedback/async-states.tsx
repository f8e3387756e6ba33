// What a place shows while it has nothing to show yet, has nothing at all, or could not get it.
import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import { useLayoutEffect } from '../../platform/effects.ts';
import { ApiError } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { sayRefusal } from '../../platform/errors/begin-sentence.ts';
import { useSelf } from '../../platform/session.ts';
import { Button } from '../button.tsx';
import { ToSignIn } from '../no-access/sign-in-redirect.tsx';
import { WhoHelps } from '../no-access/contacts.tsx';
import css from '../ui.module.css';

export const Empty = ({ title, children }: { title: string; children?: ReactNode }): ReactNode => (
  <div className={css.state}>
    <h2>{title}</h2>
    {children}
  </div>
);

/** Told of each thing below that begins to wait for its data (1) and no longer does (-1). */
export const LoadingWatch = createContext<((by: 1 | -1) => void) | undefined>(undefined);

/** For what shows nothing of itself until its data is there; `Loading` calls it. */
export function useLoading(isLoading = true): void {
  const watch = useContext(LoadingWatch);
  useLayoutEffect(() => {
    if (!isLoading) return undefined;
    watch?.(1);
    return () => watch?.(-1);
  }, [watch, isLoading]);
}

/** Lines in the shape of what comes. */
export function Loading({ lines = 4 }: { lines?: number }): ReactNode {
  useLoading();
  return (
    <div className={css.stack} role="status" aria-label={t('ui.loading')}>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className={css.skeleton} />
      ))}
    </div>
  );
}

/** What an error means to the person, with what to do. */
export function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) return t('ui.error.unknown');
  if (error.status === 0) return t('ui.error.away');
  if (error.status === 401) return t('ui.error.session');
  if (error.status === 429 || error.status === 503) return t('ui.error.busy');
  if (error.status >= 500) return t('ui.error.server');
  return sayRefusal(error);
}

interface ErrorProps {
  error: unknown;
  onRetry?: () => void;
  /** What else can be done. */
  children?: ReactNode;
}

export function ErrorState({ error, onRetry, children }: ErrorProps): ReactNode {
  const isAnonymous = useSelf() === undefined;
  if (isAnonymous && error instanceof ApiError && (error.status === 401 || error.status === 403)) return <ToSignIn />;
  const isMissing = error instanceof ApiError && error.status === 404;
  const isForbidden = error instanceof ApiError && error.status === 403;
  const title = isMissing ? t('ui.error.missing') : isForbidden ? t('ui.error.forbidden') : t('ui.error.title');
  return (
    <div className={css.state} role="alert">
      <h2>{title}</h2>
      <p>{describeError(error)}</p>
      {isForbidden && error.helpProjectId !== undefined && <WhoHelps projectId={error.helpProjectId} />}
      {onRetry !== undefined && <Button onPress={onRetry}>{t('ui.retry')}</Button>}
      {children}
    </div>
  );
}

type NoticeKind = 'info' | 'warning' | 'error' | 'success';

export const Notice = ({ kind = 'info', children }: { kind?: NoticeKind; children: ReactNode }): ReactNode => (
  <div className={css.notice} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
    {typeof children === 'string' ? <span className={css.grow}>{children}</span> : children}
  </div>
);
