// The end of a list that goes on: the next page is read when it comes into sight, or by its button.
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { t } from '../../platform/i18n.ts';
import { Button } from '../button.tsx';
import css from '../ui.module.css';

interface Props {
  hasMore: boolean;
  isBusy: boolean;
  onMore(): void;
}

export function MoreOnScroll({ hasMore, isBusy, onMore }: Props): ReactNode {
  const end = useRef<HTMLDivElement>(null);
  const next = useRef(onMore);
  next.current = onMore;
  useEffect(() => {
    if (!hasMore || isBusy || end.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) next.current();
      },
      // Before the end is seen, so that nobody waits at it.
      { rootMargin: '600px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, isBusy]);
  if (!hasMore) return null;
  return (
    <div ref={end} className={css.state}>
      <Button isDisabled={isBusy} onPress={onMore}>
        {t('ui.more')}
      </Button>
    </div>
  );
}
