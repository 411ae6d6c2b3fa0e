import { NestFactory } from '@nestjs/core'
import { AppModule } from './app.module'

async function bootstrap(): Promise<void> {
  const app = await NestFactory.create(AppModule)
  app.enableCors({ origin: ['https://console.acme.io'], credentials: true })
  await app.listen(3000)
}
void bootstrap()
