import { useState } from 'react';
import { Avatar, EmptyState, FailureCard } from '../../src/ui/display/index.ts';
import {
  dateTimeText,
  labelOf,
  momentOf,
  type LabelSource,
  failureText,
  textOf,
} from '../../src/values/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { NewestFirstPager, labelsWithFallback } from '../../src/ui/parts/index.ts';
import { cellOf, sourceOf } from '../../src/runtime/models/index.ts';
import { Composer } from './Composer.tsx';
import { textParts, readThreads, type Comment, type Thread } from './text.ts';
import type { CommentsProps } from './index.ts';
import styles from './View.module.css';

type Handle = NodeHandle<CommentsProps>;
const WAITING = [0, 1];

function Words({ comment, labels }: { comment: Comment; labels: LabelSource }) {
  if (comment.deleted) return <p className={`${styles.words} ${styles.muted}`}>这条评论已删除</p>;
  return (
    <p className={styles.words}>
      {textParts(comment.content).map((piece, i) =>
        'person' in piece ? (
          <span key={i} className={styles.mention}>
            @{labelOf('user', piece.person, labels)}
          </span>
        ) : (
          piece.text
        ),
      )}
    </p>
  );
}

function CommentView({
  node,
  comment,
  labels,
  onAnswer,
}: {
  node: Handle;
  comment: Comment;
  labels: LabelSource;
  onAnswer: (() => void) | undefined;
}) {
  const name = labelOf('user', comment.userId, labels);
  const moment = momentOf(comment.at);
  return (
    <article className={styles.comment} aria-label={`${name}的评论`}>
      <Avatar name={name} size={24} />
      <div className={styles.body}>
        <div className={styles.head}>
          <span className={styles.who}>{name}</span>
          <time className={styles.muted} dateTime={comment.at}>
            {moment ? dateTimeText(moment).slice(0, 16) : ''}
          </time>
        </div>
        <Words comment={comment} labels={labels} />
        {!comment.deleted && (
          <div className={styles.acts} data-noprint>
            {onAnswer && (
              <button
                type="button"
                className={styles.quiet}
                aria-label={`回复 ${name}`}
                onClick={onAnswer}
              >
                回复
              </button>
            )}
            {comment.canDelete && (
              <button
                type="button"
                className={styles.quiet}
                aria-label={`删除 ${name}的评论`}
                onClick={() => void node.emit('remove', { id: comment.id })}
              >
                删除
              </button>
            )}
          </div>
        )}
      </div>
    </article>
  );
}

function ThreadView({
  node,
  thread: { first, answers },
  labels,
}: {
  node: Handle;
  thread: Thread;
  labels: LabelSource;
}) {
  const [to, setTo] = useState<Comment | null>(null);
  const canSend = node.props.readonly !== true;
  const answer = (comment: Comment) => (canSend ? () => setTo(comment) : undefined);
  return (
    <li>
      <CommentView node={node} comment={first} labels={labels} onAnswer={answer(first)} />
      {(answers.length > 0 || to) && (
        <div className={styles.answers}>
          {answers.map((comment) => (
            <CommentView
              key={comment.id}
              node={node}
              comment={comment}
              labels={labels}
              onAnswer={answer(comment)}
            />
          ))}
          {to && (
            <Composer
              key={to.id}
              node={node}
              parentId={to.id}
              name={`回复 ${labelOf('user', to.userId, labels)}`}
              autoFocus
              onSent={() => setTo(null)}
              onCancel={() => setTo(null)}
            />
          )}
        </div>
      )}
    </li>
  );
}

const Skeleton = () => (
  <div role="status" aria-label="加载中">
    {WAITING.map((each) => (
      <div key={each} className={styles.comment}>
        <span className={`hz-skeleton ${styles.boneFace}`} />
        <span className={`hz-skeleton ${styles.bone}`} />
      </div>
    ))}
  </div>
);

/**
 * What people say about something: write above, the newest first, answers under what they answer.
 */
export default function CommentsView({ node }: WidgetViewProps<CommentsProps>) {
  const source = sourceOf(node.bound);
  const data = source ? source.data : cellOf(node.bound)?.value;
  if (!data && source?.failure)
    return <FailureCard text={failureText(source.failure)} onRetry={() => void source.reload()} />;
  const isFirstLoad = !data && source?.loading === true;
  const talk = readThreads(data);
  const labels = labelsWithFallback(talk.labels, node.ports);
  return (
    <section
      aria-label={textOf(node.props.label) || '评论'}
      aria-busy={source?.loading === true}
      className={styles.talk}
    >
      {node.props.readonly !== true && (
        <Composer key={textOf(node.props.draft)} node={node} parentId={null} name="写评论" />
      )}
      {talk.threads.length > 0 ? (
        <ul className={styles.threads}>
          {talk.threads.map((thread) => (
            <ThreadView key={thread.first.id} node={node} thread={thread} labels={labels} />
          ))}
        </ul>
      ) : isFirstLoad ? (
        <Skeleton />
      ) : (
        <EmptyState title={textOf(node.props.empty) || '还没有评论'} />
      )}
      <NewestFirstPager
        label="评论分页"
        unit="条"
        total={talk.total}
        current={talk.current}
        size={talk.size}
        onTurn={(current) => void node.emit('page', { current })}
      />
    </section>
  );
}
