// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// A contract account that accepts what its owner signed (ERC-1271). The owner is written into slot 0.
contract OwnedWallet {
  address public owner;

  receive() external payable {}

  function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
    if (signature.length != 65) return 0xffffffff;
    address signer = ecrecover(digest, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64]));
    return signer != address(0) && signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
  }
}
