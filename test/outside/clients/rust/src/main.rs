//! Pays on each network by the Rust client of x402. Reads the input of all clients, and prints a line of JSON for each call.

use std::sync::Arc;

use alloy_signer_local::PrivateKeySigner;
use reqwest::Client;
use serde_json::{Value, json};
use x402_chain_eip155::V2Eip155ExactClient;
use x402_reqwest::{ReqwestWithPayments, ReqwestWithPaymentsBuild, X402Client};
use x402_types::scheme::client::{PaymentCandidate, PaymentSelector};

/// Chooses the terms of one network.
struct OnNetwork(String);

impl PaymentSelector for OnNetwork {
    fn select<'a>(&self, candidates: &'a [PaymentCandidate]) -> Option<&'a PaymentCandidate> {
        candidates.iter().find(|candidate| candidate.chain_id.to_string() == self.0)
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Value = serde_json::from_reader(std::io::stdin())?;
    let signer: Arc<PrivateKeySigner> = Arc::new(given["key"].as_str().ok_or("no key")?.parse()?);
    let url = given["url"].as_str().ok_or("no address")?;
    for network in given["networks"].as_array().ok_or("no networks")? {
        let network = network.as_str().ok_or("no text")?;
        let payer = X402Client::new()
            .register(V2Eip155ExactClient::new(signer.clone()))
            .with_selector(OnNetwork(network.to_owned()));
        let response = Client::new().with_payments(payer).build().get(url).send().await?;
        let status = response.status().as_u16();
        let link = response.headers().get("link").map(|value| value.to_str().unwrap_or("").to_owned());
        let answer: Value = response.json().await?;
        println!("{}", json!({ "network": network, "status": status, "answer": answer, "link": link }));
    }
    Ok(())
}
