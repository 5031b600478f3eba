import { useOutlet } from '../../engine/index.ts';

/** Where a shell shows the page of the current address. */
export default function OutletView() {
  return <>{useOutlet()}</>;
}
