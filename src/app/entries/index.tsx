import '@arco-design/web-react/es/_util/react-19-adapter';
import './base-styles.ts';
import { mountMainApp } from './main-app.ts';

void mountMainApp();
