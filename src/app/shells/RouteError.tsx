import { useRouteError } from 'react-router-dom';
import { Notice } from './Notice.tsx';

/** What a person sees when drawing itself failed outside of any node's own card. */
export function RouteError() {
  const error = useRouteError();
  console.error(error);
  return (
    <Notice
      title="页面出了点问题"
      text="请刷新后再试；若仍不行，请联系管理员。"
      action="刷新"
      onAction={() => location.reload()}
    />
  );
}
