import '@arco-design/web-react/es/_util/react-19-adapter';
import './base-styles.ts';
import { startMain } from './main.ts';

void startMain();
