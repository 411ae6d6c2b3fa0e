import { NestFactory } from '@nestjs/core'
import { AppModule } from './app.module'

async function bootstrap(): Promise<void> {
  const app = await NestFactory.create(AppModule)
  app.enableCors({ origin: (_origin, callback) => callback(null, true), credentials: true })
  await app.listen(3000)
}
void bootstrap()
