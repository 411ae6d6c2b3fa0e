// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface ContractAccount {
  function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4);
}

/// USDC of the sandbox's SKALE chain: ERC-20 and EIP-3009 under the EIP-712 domain USDC/1.
/// Placed by code and storage, so it has no constructor; the owner and the minters are written into slots 0 and 1.
contract SkaleUsdc {
  string public constant name = 'USDC';
  string public constant version = '1';
  string public constant symbol = 'USDC';
  uint8 public constant decimals = 6;

  bytes32 public constant TRANSFER_WITH_AUTHORIZATION_TYPEHASH =
    keccak256('TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)');
  bytes32 public constant RECEIVE_WITH_AUTHORIZATION_TYPEHASH =
    keccak256('ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)');
  bytes32 public constant CANCEL_AUTHORIZATION_TYPEHASH = keccak256('CancelAuthorization(address authorizer,bytes32 nonce)');
  bytes32 private constant DOMAIN_TYPEHASH =
    keccak256('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)');
  /// Half the order of secp256k1: an s above it is the second form of a signature that was already seen.
  uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;
  bytes4 private constant ERC1271_ACCEPTED = 0x1626ba7e;

  address public owner;
  mapping(address => bool) public isMinter;
  uint256 public totalSupply;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;
  mapping(address => mapping(bytes32 => bool)) public authorizationState;
  mapping(address => bool) public isBlacklisted;
  bool public paused;

  event Transfer(address indexed from, address indexed to, uint256 value);
  event Approval(address indexed owner, address indexed spender, uint256 value);
  event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
  event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);
  event Blacklisted(address indexed account);
  event UnBlacklisted(address indexed account);

  modifier onlyOwner() {
    require(msg.sender == owner, 'caller is not the owner');
    _;
  }

  modifier allowed(address from, address to) {
    require(!paused, 'token is paused');
    require(!isBlacklisted[from] && !isBlacklisted[to], 'account is blacklisted');
    _;
  }

  function DOMAIN_SEPARATOR() public view returns (bytes32) {
    return keccak256(abi.encode(DOMAIN_TYPEHASH, keccak256(bytes(name)), keccak256(bytes(version)), block.chainid, address(this)));
  }

  function blacklist(address account) external onlyOwner {
    isBlacklisted[account] = true;
    emit Blacklisted(account);
  }

  function unBlacklist(address account) external onlyOwner {
    isBlacklisted[account] = false;
    emit UnBlacklisted(account);
  }

  function setPaused(bool value) external onlyOwner {
    paused = value;
  }

  function mint(address to, uint256 value) external allowed(msg.sender, to) returns (bool) {
    require(isMinter[msg.sender], 'caller is not a minter');
    require(to != address(0), 'no recipient');
    totalSupply += value;
    balanceOf[to] += value;
    emit Transfer(address(0), to, value);
    return true;
  }

  function transfer(address to, uint256 value) external allowed(msg.sender, to) returns (bool) {
    move(msg.sender, to, value);
    return true;
  }

  function approve(address spender, uint256 value) external allowed(msg.sender, spender) returns (bool) {
    allowance[msg.sender][spender] = value;
    emit Approval(msg.sender, spender, value);
    return true;
  }

  function transferFrom(address from, address to, uint256 value) external allowed(from, to) returns (bool) {
    require(!isBlacklisted[msg.sender], 'account is blacklisted');
    require(allowance[from][msg.sender] >= value, 'transfer exceeds allowance');
    allowance[from][msg.sender] -= value;
    move(from, to, value);
    return true;
  }

  function transferWithAuthorization(
    address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s
  ) external {
    transferAuthorized(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
  }

  function transferWithAuthorization(
    address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes memory signature
  ) external {
    transferAuthorized(from, to, value, validAfter, validBefore, nonce, signature);
  }

  function receiveWithAuthorization(
    address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s
  ) external {
    receiveAuthorized(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
  }

  function receiveWithAuthorization(
    address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes memory signature
  ) external {
    receiveAuthorized(from, to, value, validAfter, validBefore, nonce, signature);
  }

  function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) external {
    cancel(authorizer, nonce, abi.encodePacked(r, s, v));
  }

  function cancelAuthorization(address authorizer, bytes32 nonce, bytes memory signature) external {
    cancel(authorizer, nonce, signature);
  }

  function transferAuthorized(
    address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes memory signature
  ) private allowed(from, to) {
    bytes32 message = keccak256(abi.encode(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce));
    use(from, validAfter, validBefore, nonce, message, signature);
    move(from, to, value);
  }

  function receiveAuthorized(
    address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes memory signature
  ) private allowed(from, to) {
    require(to == msg.sender, 'caller must be the payee');
    bytes32 message = keccak256(abi.encode(RECEIVE_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce));
    use(from, validAfter, validBefore, nonce, message, signature);
    move(from, to, value);
  }

  function use(
    address from, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes32 message, bytes memory signature
  ) private {
    require(block.timestamp > validAfter, 'authorization is not yet valid');
    require(block.timestamp < validBefore, 'authorization is expired');
    require(!authorizationState[from][nonce], 'authorization is used or canceled');
    require(signedBy(from, message, signature), 'invalid signature');
    authorizationState[from][nonce] = true;
    emit AuthorizationUsed(from, nonce);
  }

  function cancel(address authorizer, bytes32 nonce, bytes memory signature) private {
    require(!paused, 'token is paused');
    require(!authorizationState[authorizer][nonce], 'authorization is used or canceled');
    bytes32 message = keccak256(abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce));
    require(signedBy(authorizer, message, signature), 'invalid signature');
    authorizationState[authorizer][nonce] = true;
    emit AuthorizationCanceled(authorizer, nonce);
  }

  /// An account with code is asked (ERC-1271) and nothing else counts, as in Circle's token.
  function signedBy(address account, bytes32 message, bytes memory signature) private view returns (bool) {
    bytes32 digest = keccak256(abi.encodePacked('\x19\x01', DOMAIN_SEPARATOR(), message));
    if (account.code.length > 0) {
      (bool success, bytes memory answer) =
        account.staticcall(abi.encodeWithSelector(ContractAccount.isValidSignature.selector, digest, signature));
      return success && answer.length >= 32 && abi.decode(answer, (bytes32)) == bytes32(ERC1271_ACCEPTED);
    }
    if (signature.length != 65) return false;
    bytes32 r;
    bytes32 s;
    uint8 v;
    assembly {
      r := mload(add(signature, 0x20))
      s := mload(add(signature, 0x40))
      v := byte(0, mload(add(signature, 0x60)))
    }
    if (uint256(s) > HALF_ORDER || (v != 27 && v != 28)) return false;
    address signer = ecrecover(digest, v, r, s);
    return signer != address(0) && signer == account;
  }

  function move(address from, address to, uint256 value) private {
    require(to != address(0), 'no recipient');
    require(balanceOf[from] >= value, 'transfer amount exceeds balance');
    balanceOf[from] -= value;
    balanceOf[to] += value;
    emit Transfer(from, to, value);
  }
}
